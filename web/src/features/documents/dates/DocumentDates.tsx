import type { Validity } from '@parvis/contract'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'
import { datesSentence, forceMarks, isDated } from './validity-words.ts'
import styles from './Dates.module.css'

interface DocumentDatesProps {
  document: Validity
  /** Shows the other versions; absent: no button. */
  onVersions?: (() => void) | undefined
  /** Name of the document, read aloud with the button. */
  name?: string
}

/** Dates and state of a document, in one line. Nothing for a document without dates. */
export function DocumentDates({ document, onVersions, name }: DocumentDatesProps) {
  if (!isDated(document)) return null
  const hasVersions = document.supersedes_id !== null || document.superseded_by_id !== null
  const sentence = datesSentence(document)
  return (
    <div className={styles.dates}>
      {forceMarks(document).map(({ label, tone }) => (
        <Badge key={label} tone={tone}>
          {label}
        </Badge>
      ))}
      {sentence !== '' && <span>{sentence}</span>}
      {hasVersions && onVersions && (
        <TextButton onPress={onVersions} aria-label={`Voir les versions de ${name}`}>
          Versions
        </TextButton>
      )}
    </div>
  )
}
