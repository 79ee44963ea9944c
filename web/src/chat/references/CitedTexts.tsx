import { useEffect, useMemo } from 'react'
import type { TokenTransform } from '../../ui/content/Markdown.tsx'
import { markShownText, readShownText, type RangeMark } from '../../ui/markdown/text-marks.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { citedTexts, panelTitle, type CitedText } from './cited-texts.ts'
import { referenceMarks } from './reference-marks.tsx'
import { useReferenceOpener } from './reference-opener.ts'
import { useReferences } from './use-references.ts'
import styles from './CitedTexts.module.css'

const tones = { en_vigueur: 'success', modifie: 'warning', abroge: 'danger', inconnu: 'warning' } as const satisfies Record<CitedText['state'], string>

interface CitedTextsProps {
  text: string
  /** Day of the text, `YYYY-MM-DD`; today by default. */
  at?: string | undefined
  /** Receives the marks of the references, once they are known. Must be a stable function. */
  onMarks?: (text: string, marks: readonly RangeMark[]) => void
}

/** Articles and acts that a text cites, with their state at its day. Renders nothing when it cites none of the installed corpora, or when they cannot be read. */
export function CitedTexts({ text, at, onMarks }: CitedTextsProps) {
  const references = useReferences(text, at)
  const open = useReferenceOpener()
  useEffect(() => {
    if (references !== undefined) onMarks?.(text, referenceMarks(references, at))
  }, [references, text, at, onMarks])
  const cited = useMemo(() => citedTexts(references ?? []), [references])
  if (cited.length === 0) return null
  return (
    <section className={styles.cited} aria-label="Textes cités">
      <h3>Textes cités</h3>
      <ul>
        {cited.map(({ reference, label, state, words }) => (
          <li key={label}>
            {open === null ? (
              <span>{label}</span>
            ) : (
              <TextButton onPress={() => open({ name: panelTitle([reference]), at, cited: [reference] })}>{label}</TextButton>
            )}{' '}
            <Badge tone={tones[state]}>{words}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

export interface CitedInAnswerProps extends Pick<CitedTextsProps, 'at'> {
  /** Markdown of the answer, as it is given to `Markdown`. */
  markdown: string
  hasCitations: boolean
  /** Receives the transform that puts the marks into the answer. Must be a stable function. */
  onTransform: (transform: TokenTransform) => void
}

/** Texts that an answer cites. The references are read in the text that is shown, so that formatting does not hide them. */
export function CitedInAnswer({ markdown, hasCitations, at, onTransform }: CitedInAnswerProps) {
  const shown = useMemo(() => readShownText(markdown, hasCitations), [markdown, hasCitations])
  const onMarks = useMemo(
    () => (text: string, marks: readonly RangeMark[]) => {
      if (text === shown.text) onTransform(markShownText(shown, marks))
    },
    [shown, onTransform],
  )
  return <CitedTexts text={shown.text} at={at} onMarks={onMarks} />
}
