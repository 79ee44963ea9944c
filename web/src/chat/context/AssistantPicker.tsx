import type { Assistant } from '@parvis/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Check, Search } from 'lucide-react'
import { useMemo, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { OpenPopover } from '../../ui/overlays/OpenPopover.tsx'
import select from '../../ui/overlays/Options.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { useActiveOption } from '../../ui/lists/use-active-option.ts'
import { TextButton } from '../../ui/TextButton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { plural } from '../../ui/words/formats.ts'
import { switchAssistant, useAssistants } from './use-assistants.ts'
import { assistantChoices } from './assistant-choices.ts'
import styles from './AssistantPicker.module.css'

interface AssistantPickerProps {
  /** Element that the popover is anchored to. */
  trigger: RefObject<Element | null>
  chosenId: string | null
  onChange: (change: { assistant_id: string }) => Promise<boolean>
  onClose: () => void
}

/** Searchable popover of the assistants that can answer the next questions. Mounted when open. */
export function AssistantPicker({ trigger, chosenId, onChange, onClose }: AssistantPickerProps) {
  async function choose(chosen: Assistant) {
    onClose()
    if (chosen.id === chosenId) return
    await switchAssistant(chosen, () => onChange({ assistant_id: chosen.id }))
  }
  return (
    <OpenPopover
      triggerRef={trigger}
      onClose={onClose}
      placement="top start"
      className={`${select.popover} ${styles.popover}`}
      aria-label="Changer d’assistant"
    >
      <Finder chosenId={chosenId} onChoose={(chosen) => void choose(chosen)} />
    </OpenPopover>
  )
}

function Finder({ chosenId, onChoose }: { chosenId: string | null; onChoose: (assistant: Assistant) => void }) {
  const [search, setSearch] = useState('')
  const { list, own: familiarIds } = useAssistants()
  const groups = useMemo(() => (familiarIds === null ? [] : assistantChoices(list.data ?? [], familiarIds, search)), [list.data, familiarIds, search])
  const options = groups.flatMap(({ choices }) => choices)
  const { at, point, optionId, activeId, listId, go } = useActiveOption(options.map(({ id }) => id))

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') go(1)
    else if (event.key === 'ArrowUp') go(-1)
    else if (event.key === 'Enter') {
      if (at >= 0) onChoose(options[at]!)
    } else return
    event.preventDefault()
  }

  return (
    <div className={styles.finder}>
      <div className={styles.field}>
        <Search aria-hidden />
        <input
          role="combobox"
          aria-label="Rechercher un assistant"
          aria-expanded={at >= 0}
          aria-controls={listId}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          placeholder="Rechercher un assistant"
          autoComplete="off"
          spellCheck={false}
          // On a touch screen the keyboard would hide the list.
          autoFocus={!matchMedia('(pointer: coarse)').matches}
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            point(null)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={listId} role="listbox" aria-label="Assistants" className={styles.list} hidden={options.length === 0}>
        {groups.map(({ title, choices }) => (
          <Group key={title} title={title}>
            {choices.map((choice) => (
              <Option
                key={choice.id}
                id={optionId(options.indexOf(choice))}
                choice={choice}
                isChosen={choice.id === chosenId}
                isPointed={choice === options[at]}
                onChoose={() => onChoose(choice)}
                onPoint={() => point(choice.id)}
              />
            ))}
          </Group>
        ))}
      </div>
      <PickerStatus list={list} isLoading={familiarIds === null} count={options.length} search={search.trim()} />
    </div>
  )
}

/** Group of options, under a heading unless `title` is empty. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={title || 'Assistants'}>
      {title && (
        <p className={select.heading} aria-hidden>
          {title}
        </p>
      )}
      {children}
    </div>
  )
}

interface OptionProps {
  id: string
  choice: Assistant
  isChosen: boolean
  isPointed: boolean
  onChoose: () => void
  onPoint: () => void
}

function Option({ id, choice: { name, icon, category }, isChosen, isPointed, onChoose, onPoint }: OptionProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isChosen}
      data-focused={isPointed || undefined}
      className={`${select.option} ${styles.option}`}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onPointerMove={onPoint}
    >
      <Icon name={icon} />
      <span className={select.optionText}>
        {name}
        <span className={select.detail}>{category.name}</span>
      </span>
      {isChosen && <Check aria-hidden className={select.mark} />}
    </button>
  )
}

interface PickerStatusProps {
  list: UseQueryResult<Assistant[]>
  isLoading: boolean
  count: number
  search: string
}

/** Line under the list: purpose of the choice, loading, failure, or no result. The number of results is announced to screen readers. */
function PickerStatus({ list, isLoading, count, search }: PickerStatusProps) {
  if (list.isError)
    return (
      <p role="alert" className={styles.note}>
        {sentenceOf(list.error, 'Les assistants n’ont pas pu être chargés.')} <TextButton onPress={() => void list.refetch()}>Réessayer</TextButton>
      </p>
    )
  const emptyReason = isLoading ? 'Chargement des assistants…' : count > 0 ? null : `Aucun assistant ne correspond à «\u00a0${search}\u00a0».`
  return (
    <>
      <div role="status" className={emptyReason === null ? undefined : styles.note}>
        {emptyReason ?? <VisuallyHidden>{search === '' ? '' : plural(count, 'assistant')}</VisuallyHidden>}
      </div>
      <p className={styles.foot}>Répondra à vos prochaines questions.</p>
    </>
  )
}
