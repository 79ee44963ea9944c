import { Ban, CircleQuestionMark, History } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { labelOf, panelTitle, tagOf, wordsOf, worstState } from './cited-texts.ts'
import { useReferenceOpener, type OpenedReference } from './reference-opener.ts'
import styles from './ReferenceMark.module.css'

const icons = { abroge: Ban, modifie: History, inconnu: CircleQuestionMark, hors_corpus: null, en_vigueur: null }

/** States named in the tooltip of a mark on several articles, at most. */
const maxNamed = 4

interface ReferenceMarkProps extends Pick<OpenedReference, 'cited' | 'at'> {
  /** The reference, as the text has it. */
  children: ReactNode
}

/** Reference in a text, with the state of its articles. It opens their text and their history. */
export function ReferenceMark({ cited, at, children }: ReferenceMarkProps) {
  const open = useReferenceOpener()
  const state = worstState(cited)
  const Icon = icons[state]
  const tag = tagOf(cited)
  const title = cited
    .slice(0, maxNamed)
    .map((one) => `${labelOf(one)}\u00a0: ${wordsOf(one)}`)
    .join(' ; ')
  const content = (
    <>
      <span className={styles.words}>{children}</span>
      {Icon !== null && (
        <span className={styles.tag}>
          <Icon aria-hidden />
          {tag}
        </span>
      )}
      {tag === '' && <VisuallyHidden> ({state === 'en_vigueur' ? 'en vigueur' : 'absent des corpus installés'})</VisuallyHidden>}
    </>
  )
  if (open === null)
    return (
      <span className={styles.mark} data-state={state} title={title}>
        {content}
      </span>
    )
  const show = () => open({ name: panelTitle(cited), at, cited })
  const showByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (!event.repeat) show()
  }
  return (
    // Not a <button>, which is laid out as one block: a long reference would not wrap with its sentence, nor be selected with it.
    <span role="button" tabIndex={0} className={styles.mark} data-state={state} title={title} onClick={show} onKeyDown={showByKey}>
      {content}
    </span>
  )
}
