import type { Validity } from '@parvis/contract'
import { paths } from '../../../paths.ts'
import { Link } from '../../../router/Link.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { datesSentence, forceMarks, isDated } from './validity-words.ts'
import styles from './Dates.module.css'

interface DocumentDatesProps {
  document: Validity
  /** Shows the other versions; absent: no button. */
  onVersions?: (() => void) | undefined
  /** Name of the document, read aloud with the button and the link. */
  name?: string
  /** Ids of two successive versions, whose comparison is linked; null or absent: no link. */
  changes?: { avant: string; apres?: string } | null
}

/** Dates and state of a document, in one line. Nothing for a document without dates. */
export function DocumentDates({ document, onVersions, name, changes = null }: DocumentDatesProps) {
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
      {changes !== null && (
        <Link to={paths.compareDocuments(changes)}>
          Ce qui change
          <VisuallyHidden>{` entre deux versions de ${name}`}</VisuallyHidden>
        </Link>
      )}
    </div>
  )
}
