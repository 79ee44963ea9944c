import { limits, type WrittenDocument, type WrittenKind } from '@parvis/contract'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { isNotFound } from '../../api/transport/api-error.ts'
import { paths } from '../../paths.ts'
import { useLocation } from '../../router/Router.tsx'
import { useParams } from '../../router/Routes.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Notice, type NoticeContent } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { DeskMenu } from '../../writing/DeskMenu.tsx'
import { DeskParts, type DeskTab } from '../../writing/DeskParts.tsx'
import { SaveStatus } from '../../writing/document/SaveStatus.tsx'
import { useWhenSaved } from '../../writing/document/use-when-saved.ts'
import { useWrittenDocument, type OpenWrittenDocument } from '../../writing/document/use-written-document.ts'
import { AskButton } from './AskButton.tsx'
import { kindOptions } from './kind-words.ts'
import styles from './WrittenDocuments.module.css'

/** Page of a written document: `/documents-rediges/{writtenDocumentId}`. */
export function WrittenDocumentPage() {
  const { writtenDocumentId = '' } = useParams()
  const opened = useWrittenDocument(writtenDocumentId)
  return (
    <div className={styles.page}>
      <p className={styles.back}>
        <LinkButton variant="quiet" size="s" icon={<ArrowLeft aria-hidden />} href={paths.writtenDocuments}>
          Retour à la liste
        </LinkButton>
      </p>
      {opened.document ? <Desk key={opened.document.id} opened={opened} document={opened.document} /> : <NoDocument opened={opened} />}
    </div>
  )
}

/** Title, kind, text, proposed changes and versions of an open document. */
function Desk({ opened, document }: { opened: OpenWrittenDocument; document: WrittenDocument }) {
  const { state } = opened
  const [tab, setTab] = useState<DeskTab>('text')
  const [notice, setNotice] = useState<NoticeContent | null>(null)
  const whenSaved = useWhenSaved(state)
  const isReadOnly = document.role === 'reader'
  return (
    <>
      <PageTitle tabTitle={document.title} isHidden>
        {document.title}
      </PageTitle>
      <div className={styles.head}>
        <TitleField title={document.title} isReadOnly={isReadOnly} onTitle={opened.setTitle} />
        <div className={styles.kind}>
          <Select
            label="Sorte de document"
            options={kindOptions}
            value={document.kind}
            isDisabled={isReadOnly}
            onChange={(kind) => opened.setKind(kind as WrittenKind)}
          />
        </div>
        {!isReadOnly && <SaveStatus state={state} />}
        <div className={styles.acts}>
          <AskButton document={document} onNotice={setNotice} />
          <DeskMenu document={document} whenSaved={whenSaved} onNotice={setNotice} />
        </div>
      </div>
      <ImportWarnings />
      <Notice tone={notice?.tone ?? 'success'} sentence={notice?.sentence} onDismiss={() => setNotice(null)} />
      <DeskParts document={document} opened={opened} whenSaved={whenSaved} tab={tab} onTab={setTab} />
    </>
  )
}

/** Title of the document. An empty title is not saved: the last one stays when the field is left. */
function TitleField({ title, isReadOnly, onTitle }: { title: string; isReadOnly: boolean; onTitle: (title: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <div className={styles.titleField}>
      <TextField
        label="Titre"
        maxLength={limits.title}
        isReadOnly={isReadOnly}
        value={typed ?? title}
        onChange={(next) => {
          setTyped(next)
          if (next.trim() !== '') onTitle(next)
        }}
        onBlur={() => setTyped(null)}
      />
    </div>
  )
}

/** What the import of the file could not take, said once. */
function ImportWarnings() {
  const { state } = useLocation()
  const [warnings, setWarnings] = useState(() => (state as { warnings?: string[] } | null)?.warnings ?? [])
  if (warnings.length === 0) return null
  return (
    <Banner tone="warning" onDismiss={() => setWarnings([])}>
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Banner>
  )
}

function NoDocument({ opened: { error, reload } }: { opened: OpenWrittenDocument }) {
  const isMissing = isNotFound(error)
  return (
    <>
      <PageTitle tabTitle="Document rédigé" isHidden={error === null || isMissing}>
        Document rédigé
      </PageTitle>
      {isMissing ? (
        <EmptyState motif="recherche" title="Ce document est introuvable" action={<LinkButton href={paths.writtenDocuments}>Voir vos documents</LinkButton>}>
          Il a peut-être été supprimé, ou il appartient à une autre personne.
        </EmptyState>
      ) : error ? (
        <ErrorMessage onRetry={() => void reload()}>Le document n’a pas pu être chargé.</ErrorMessage>
      ) : (
        <Skeleton shape="lines" count={10} label="Chargement du document…" />
      )}
    </>
  )
}
