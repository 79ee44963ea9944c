import type { ConversationDocument } from '@parvis/contract'
import { MessageSquarePlus } from 'lucide-react'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { plural } from '../../../ui/words/formats.ts'
import { askedSummary } from './asked-documents.ts'
import styles from './DocumentSearch.module.css'

interface AskedHeaderProps {
  documents: readonly ConversationDocument[]
  /** Null before the first question: there is nothing to leave. */
  onNew: (() => void) | null
}

/** One quiet bar: which documents the questions are about, and which of them are gone. */
export function AskedHeader({ documents, onNew }: AskedHeaderProps) {
  const { names, others, deleted } = askedSummary(documents)
  const present = documents.length - deleted
  if (documents.length === 0 && onNew === null) return null
  return (
    <header className={styles.asked}>
      <div className={styles.facts}>
        <strong>{present === 0 ? 'Aucun document à interroger' : plural(present, 'document interrogé', 'documents interrogés')}</strong>
        {deleted > 0 && <Badge tone="warning">{plural(deleted, 'supprimé')}</Badge>}
        <ul className={styles.names} aria-label="Documents interrogés">
          {names.map(({ document_id, filename }, at) => (
            <li key={`${at} ${filename}`} title={filename}>
              {document_id === null ? (
                <>
                  <s>{filename}</s>
                  <span>{'\u00a0(supprimé)'}</span>
                </>
              ) : (
                <span>{filename}</span>
              )}
            </li>
          ))}
          {others > 0 && <li>{`et ${plural(others, 'autre')}`}</li>}
        </ul>
      </div>
      {onNew && (
        <div className={styles.new}>
          <Button size="s" icon={<MessageSquarePlus aria-hidden />} onPress={onNew}>
            Nouvelle conversation
          </Button>
        </div>
      )}
    </header>
  )
}
