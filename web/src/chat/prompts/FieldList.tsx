import { useEffect, useEffectEvent, useImperativeHandle, type KeyboardEvent, type ReactNode, type Ref, type RefObject } from 'react'
import { useActiveOption } from '../../ui/lists/use-active-option.ts'
import styles from './FieldList.module.css'
import { usePopoverPosition } from './use-popover-position.ts'
import type { Assistant } from '@parvis/contract'
import type { ListOpening } from './list-mark.ts'
import type { MessageField } from './write-in-field.ts'

/** Handles a key press of the field. Returns false to leave the key to the field. */
export type KeyHandler = (event: KeyboardEvent) => boolean

/** Called when an assistant is mentioned, after the mention was removed from the field. @returns whether the assistant of the conversation changed */
export type OnMention = (assistant: Assistant) => boolean | Promise<boolean>

/** Props of a list over the field. The list is mounted when open, and the focus stays in the field. */
export interface FieldListProps {
  field: RefObject<MessageField | null>
  opening: ListOpening
  /** Search text. */
  searchText: string
  listId: string
  keys: Ref<KeyHandler>
  /** Whether Enter was pressed before the options were loaded: the first one is then chosen. */
  isAwaited: boolean
  onAwait: () => void
  /** Called with the id of the highlighted option; undefined: none. */
  onActive: (id: string | undefined) => void
  onClose: () => void
  /** Called after a prompt was inserted in the field. */
  onInserted: () => void
  onFailure: (sentence: string) => void
  onAssistant: OnMention
}

/** Option of a list shown over the field. */
interface FieldOption {
  /** Unique within the list. */
  id: string
  name: string
  /** Secondary text beside the name. */
  detail: string
  icon?: ReactNode
}

interface FieldListFrameProps<O extends FieldOption> extends Pick<
  FieldListProps,
  'field' | 'listId' | 'keys' | 'isAwaited' | 'onAwait' | 'onActive' | 'onClose'
> {
  /** Accessible name of the list. */
  label: string
  groups: readonly { title: string; choices: readonly O[] }[]
  /** Whether the options are loading. */
  isPending: boolean
  onChoose: (option: O) => void
  /** Explanation shown instead of the options when there are none. */
  emptyContent: ReactNode
  /** Verb of the Enter key in the hint at the foot: « insérer ». */
  enterVerb: string
  /** Content of the foot, after the key hints. */
  foot?: ReactNode
}

/** List of options over the field, which keeps the focus. Arrow keys move through the options, Enter or Tab chooses. */
export function FieldList<O extends FieldOption>({
  field,
  listId,
  keys,
  isAwaited,
  onAwait,
  onActive,
  onClose,
  label,
  groups,
  isPending,
  onChoose,
  emptyContent,
  enterVerb,
  foot,
}: FieldListFrameProps<O>) {
  const options = groups.flatMap(({ choices }) => choices)
  const { at, point, optionId, activeId, go } = useActiveOption(options.map(({ id }) => id))
  useEffect(() => onActive(activeId), [activeId, onActive])
  const popover = usePopoverPosition(field, onClose)
  useAwaited(isAwaited && !isPending && options.length > 0, () => onChoose(options[0]!))

  function handleKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (shiftKey || ctrlKey || metaKey || altKey) return false
    const isChoice = key === 'Enter' || key === 'Tab'
    // Enter during loading chooses the first option later: the message must not be sent for a key meant to choose.
    if (options.length === 0) {
      if (key !== 'Enter' || !isPending) return false
      onAwait()
      return true
    }
    if (key === 'ArrowDown') go(1)
    else if (key === 'ArrowUp') go(-1)
    else if (isChoice) onChoose(options[at]!)
    else return false
    return true
  }
  useImperativeHandle(keys, () => handleKey)

  return (
    <div ref={popover} popover="manual" className={styles.popover}>
      <div id={listId} role="listbox" aria-label={label} aria-busy={isPending} className={styles.list} hidden={options.length === 0}>
        {groups.map(({ title, choices }) => (
          <div key={title} role="group" aria-label={title || label}>
            {title && (
              <p className={styles.group} aria-hidden>
                {title}
              </p>
            )}
            {choices.map((choice) => (
              <Option
                key={choice.id}
                id={optionId(options.indexOf(choice))}
                option={choice}
                isChosen={choice === options[at]}
                onChoose={() => onChoose(choice)}
                onPoint={() => point(choice.id)}
              />
            ))}
          </div>
        ))}
      </div>
      {options.length === 0 && <div className={styles.note}>{emptyContent}</div>}
      <div className={styles.foot}>
        {options.length > 0 && (
          <p aria-hidden>
            <kbd>↑</kbd> <kbd>↓</kbd> choisir · <kbd>Entrée</kbd> {enterVerb} · <kbd>Échap</kbd> fermer
          </p>
        )}
        {foot}
      </div>
    </div>
  )
}

/** Calls `choose` once, when the options requested by an earlier Enter are loaded. */
function useAwaited(isReady: boolean, choose: () => void): void {
  const chooseNow = useEffectEvent(choose)
  useEffect(() => {
    if (isReady) chooseNow()
  }, [isReady])
}

interface OptionProps {
  id: string
  option: FieldOption
  isChosen: boolean
  onChoose: () => void
  onPoint: () => void
}

function Option({ id, option: { name, detail, icon }, isChosen, onChoose, onPoint }: OptionProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isChosen}
      className={styles.option}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onPointerMove={onPoint}
    >
      {icon}
      <span className={styles.name}>{name}</span>
      <span className={styles.detail}>{detail}</span>
    </button>
  )
}
