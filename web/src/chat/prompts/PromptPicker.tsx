import { routes, type PromptChoice } from '@parvis/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useId, useImperativeHandle, useMemo, useRef, useState, type KeyboardEvent, type Ref, type RefObject } from 'react'
import { askAgain, q } from '../../api/ask.ts'
import { call } from '../../api/browser.ts'
import { queryClient } from '../../api/query.ts'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { plural } from '../../ui/words/formats.ts'
import { blanksOf } from './blanks.ts'
import { foundChoices } from './found-choices.ts'
import styles from './PromptPicker.module.css'
import { wordsAt, type Opening } from './slash.ts'
import { usePlace } from './use-place.ts'
import { fitting, replaceText, selectText, type Field } from './write-in-field.ts'

export { blankBeside, blanksOf } from './blanks.ts'
export { selectText } from './write-in-field.ts'

/** Takes a key of the field; false: it is the field's. */
export type TakeKey = (event: KeyboardEvent) => boolean

interface PromptPickerProps {
  field: RefObject<Field | null>
  opening: Opening
  /** What is looked for. */
  words: string
  listId: string
  keys: Ref<TakeKey>
  /** Which option stands out; undefined: none. */
  onActive: (id: string | undefined) => void
  onClose: () => void
  onInserted: () => void
  onFailure: (sentence: string) => void
}

const gone = 'Ce prompt n’existe plus\u00a0: il a été supprimé entre-temps. Votre texte n’a pas changé.'
const unread = 'Ce prompt n’a pas pu être inséré. Votre texte n’a pas changé.'

/** The prompts that a message may take up, over the field, where the focus stays. Mounted when open. */
export function PromptPicker({ field, opening, words, listId, keys, onActive, onClose, onInserted, onFailure }: PromptPickerProps) {
  const list = useQuery(q(routes.promptChoices.list), queryClient)
  const groups = useMemo(() => foundChoices(list.data ?? [], words), [list.data, words])
  const options = groups.flatMap(({ choices }) => choices)
  // The first one is there to be chosen, unless another was.
  const [chosen, setChosen] = useState<string | null>(null)
  const at = Math.max(
    options.findIndex(({ id }) => id === chosen),
    options.length > 0 ? 0 : -1,
  )
  const id = useId()
  const optionId = (index: number) => `${id}-${index}`
  const activeId = at < 0 ? undefined : optionId(at)
  useEffect(() => onActive(activeId), [activeId, onActive])
  const popover = usePlace(field, onClose)
  const insert = useInsertion({ field, opening, onClose, onInserted, onFailure })
  useSayings(list.data?.length, list.data !== undefined && options.length === 0, words)
  // Nobody looks for a prompt with a sentence that none of them holds.
  const isElsewhere = list.data !== undefined && options.length === 0 && /\s/.test(words.trim())
  useEffect(() => {
    if (isElsewhere) onClose()
  }, [isElsewhere, onClose])

  function go(by: 1 | -1) {
    const next = (at + by + options.length) % options.length
    setChosen(options[next]!.id)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  function take({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (shiftKey || ctrlKey || metaKey || altKey) return false
    const isChoice = key === 'Enter' || key === 'Tab'
    // What is about to come is awaited: a message is not sent for a key that was meant to choose.
    if (options.length === 0) return key === 'Enter' && list.isPending
    if (key === 'ArrowDown') go(1)
    else if (key === 'ArrowUp') go(-1)
    else if (isChoice) insert(options[at]!)
    else return false
    return true
  }
  useImperativeHandle(keys, () => take)

  return (
    <div ref={popover} popover="manual" className={styles.popover}>
      <div id={listId} role="listbox" aria-label="Prompts" aria-busy={list.isPending} className={styles.list} hidden={options.length === 0}>
        {groups.map(({ title, choices }) => (
          <div key={title} role="group" aria-label={title}>
            <p className={styles.group} aria-hidden>
              {title}
            </p>
            {choices.map((choice) => (
              <Option
                key={choice.id}
                id={optionId(options.indexOf(choice))}
                choice={choice}
                isChosen={choice === options[at]}
                onChoose={() => insert(choice)}
                onPoint={() => setChosen(choice.id)}
              />
            ))}
          </div>
        ))}
      </div>
      {options.length === 0 && <Nothing list={list} words={words.trim()} />}
      <div className={styles.foot}>
        {options.length > 0 && (
          <p aria-hidden>
            <kbd>↑</kbd> <kbd>↓</kbd> choisir · <kbd>Entrée</kbd> insérer · <kbd>Échap</kbd> fermer
          </p>
        )}
        <Link to={paths.personalPrompts}>Mes prompts</Link>
      </div>
    </div>
  )
}

/** In the place of the options, why there are none. */
function Nothing({ list, words }: { list: UseQueryResult<PromptChoice[]>; words: string }) {
  if (list.isPending) return <p className={styles.note}>Chargement des prompts…</p>
  if (list.isError)
    return (
      <p className={styles.note}>
        {sentenceOf(list.error, 'Les prompts n’ont pas pu être chargés.')}
        <TextButton onPress={() => void list.refetch()}>Réessayer</TextButton>
      </p>
    )
  return (
    <p className={styles.note}>
      {words === '' ? 'Aucun prompt pour le moment. Écrivez le vôtre dans «\u00a0Mes prompts\u00a0».' : `Aucun prompt ne contient «\u00a0${words}\u00a0».`}
    </p>
  )
}

interface OptionProps {
  id: string
  choice: PromptChoice
  isChosen: boolean
  onChoose: () => void
  onPoint: () => void
}

function Option({ id, choice: { name, beginning }, isChosen, onChoose, onPoint }: OptionProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isChosen}
      className={styles.option}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onPointerMove={onPoint}
    >
      <span className={styles.name}>{name}</span>
      <span className={styles.beginning}>{beginning}</span>
    </button>
  )
}

/** Said once when the list opens, and when nothing is found. */
function useSayings(count: number | undefined, isNothing: boolean, words: string): void {
  const announce = useAnnounce()
  const isOpened = count !== undefined && count > 0
  useEffect(() => {
    if (isOpened) announce(`${plural(count, 'prompt')}\u00a0: flèches pour choisir, Entrée pour insérer, Échap pour fermer`)
    // Not again when the list is: what is chosen is read by itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpened, announce])
  useEffect(() => {
    if (isNothing) announce(words === '' ? 'Aucun prompt' : 'Aucun prompt trouvé')
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isNothing, announce])
}

/** Reads a prompt as it is now, and writes it in the place of what was looked for. */
function useInsertion({
  field,
  opening,
  onClose,
  onInserted,
  onFailure,
}: Pick<PromptPickerProps, 'field' | 'opening' | 'onClose' | 'onInserted' | 'onFailure'>) {
  const announce = useAnnounce()
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])
  return async ({ id, name }: PromptChoice) => {
    asking.current?.abort()
    const { signal } = (asking.current = new AbortController())
    try {
      const { content } = await call(routes.promptChoices.get, { params: { id }, signal })
      const area = field.current
      const end = area?.selectionEnd ?? 0
      const words = area && wordsAt(opening, area.value, end)
      if (signal.aborted || !area || words === null) return
      const before = area.value.slice(0, opening.start)
      // Called by the button at the end of a sentence, a prompt begins a paragraph.
      const gap = opening.isTyped || /^$|\s$/.test(before) ? '' : fitting(area, '\n\n')
      const text = gap + fitting(area, content)
      onClose()
      replaceText(area, { start: opening.start, end }, text)
      onInserted()
      const blanks = blanksOf(text)
      if (blanks[0]) selectText(area, { start: opening.start + blanks[0].start, end: opening.start + blanks[0].end })
      const toFill = blanks.length === 0 ? '' : `, ${plural(blanks.length, 'passage à compléter', 'passages à compléter')}`
      announce(`Prompt «\u00a0${name}\u00a0» inséré${toFill}`)
    } catch (error) {
      if (signal.aborted) return
      const isGone = error instanceof ApiError && error.status === 404
      if (isGone) void askAgain(routes.promptChoices.list)
      onClose()
      onFailure(isGone ? gone : sentenceOf(error, unread))
      field.current?.focus({ preventScroll: true })
    }
  }
}
