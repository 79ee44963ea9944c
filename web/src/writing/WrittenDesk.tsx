import type { WrittenDocument } from '@parvis/contract'
import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { isNotFound, sentenceOf } from '../api/transport/api-error.ts'
import { ErrorMessage } from '../ui/feedback/ErrorMessage.tsx'
import { Notice, type NoticeContent } from '../ui/feedback/Notice.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { DeskMenu } from './DeskMenu.tsx'
import { DeskParts, type DeskTab } from './DeskParts.tsx'
import { SaveStatus } from './document/SaveStatus.tsx'
import { useWhenSaved } from './document/use-when-saved.ts'
import { useWrittenDocument, type OpenWrittenDocument } from './document/use-written-document.ts'
import styles from './WrittenDesk.module.css'

interface WrittenDeskProps {
  id: string
  tab: DeskTab
  onTab: (tab: DeskTab) => void
  /** Draws the requests to the assistant about the document. @param selectedCount number of selected passages; none: the whole document */
  renderCommands: (selectedCount: number) => ReactNode
  onClose: () => void
}

/** Panel of a written document, beside a conversation: its text, the proposed changes, its versions, its export and its sharing. */
export function WrittenDesk(props: WrittenDeskProps) {
  const { id, onClose } = props
  const opened = useWrittenDocument(id)
  const { document, error, reload } = opened
  if (document !== null) return <LoadedDesk {...props} document={document} opened={opened} />
  return (
    <section className={styles.desk} aria-label="Document rédigé">
      <div className={styles.head}>
        <h2 className={styles.title}>Document rédigé</h2>
        <IconButton icon={X} size="s" label="Fermer le document" onPress={onClose} />
      </div>
      <div className={styles.body}>
        {isNotFound(error) ? (
          <ErrorMessage>Ce document n’existe plus, ou ne vous est plus ouvert.</ErrorMessage>
        ) : error ? (
          <ErrorMessage onRetry={() => void reload()}>{sentenceOf(error, 'Ce document n’a pas pu être lu.')}</ErrorMessage>
        ) : (
          <Skeleton shape="lines" count={10} label="Chargement du document…" />
        )}
      </div>
    </section>
  )
}

function LoadedDesk({ document, opened, tab, onTab, renderCommands, onClose }: WrittenDeskProps & { document: WrittenDocument; opened: OpenWrittenDocument }) {
  const { title, role, owner } = document
  const [notice, setNotice] = useState<NoticeContent | null>(null)
  const whenSaved = useWhenSaved(opened.state)
  return (
    <section className={styles.desk} aria-label={`Document rédigé\u00a0: ${title}`}>
      <div className={styles.head}>
        <div className={styles.what}>
          <h2 className={styles.title}>{title}</h2>
          {role === 'reader' ? (
            <p className={styles.details}>{`Partagé par ${owner ?? 'son propriétaire'}, en lecture`}</p>
          ) : (
            <SaveStatus state={opened.state} />
          )}
        </div>
        <DeskMenu document={document} whenSaved={whenSaved} onNotice={setNotice} isBeside />
        <IconButton icon={X} size="s" label="Fermer le document" onPress={onClose} />
      </div>
      <div className={styles.body}>
        <Notice tone={notice?.tone ?? 'success'} sentence={notice?.sentence} onDismiss={() => setNotice(null)} />
        <DeskParts document={document} opened={opened} whenSaved={whenSaved} tab={tab} onTab={onTab} renderCommands={renderCommands} />
      </div>
    </section>
  )
}
