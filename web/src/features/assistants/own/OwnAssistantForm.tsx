import { routes, type OwnAssistant, type LibraryDocument } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { invalidate, queryFor } from '../../../api/queries.ts'
import { call } from '../../../api/browser.ts'
import { create } from '../../../api/create.ts'
import { leaveUploadTexts } from '../../../chat/files/file-rules.ts'
import { useUnsaved } from '../../../layout/drafts/use-unsaved.ts'
import { AssistantFormDialog, type AssistantFormTarget } from '../form/AssistantFormDialog.tsx'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { AttachButton } from '../../../chat/files/AttachButton.tsx'
import { FileChips } from '../../../chat/files/FileChips.tsx'
import type { AttachedFile } from '../../../chat/files/files-state.ts'
import { useFilePanel } from '../../../chat/files/use-file-panel.ts'
import { focusAfterDialog } from '../../../ui/overlays/Dialog.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useAnnounce } from '../../../ui/feedback/StatusRegion.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import styles from './OwnAssistantFiles.module.css'

interface OwnAssistantFormProps {
  /** Null for a new assistant. */
  assistant: OwnAssistant | null
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Form of an assistant of the person's own. */
export function OwnAssistantForm(props: OwnAssistantFormProps) {
  const { assistant } = props
  const isOwn = assistant?.is_own ?? true
  const [isSending, setSending] = useState(false)
  const leaveFiles = useUnsaved(isSending, undefined, leaveUploadTexts)
  const target: AssistantFormTarget = {
    draft: 'own-assistant',
    documents: useQuery({ ...queryFor(routes.ownAssistants.documentCategories), staleTime: 0 }),
    hasState: false,
    hasDocuments: isOwn,
    ...(isOwn && { files: <OwnAssistantFiles assistant={assistant} onSending={setSending} />, leaveFiles, hasFiles: (assistant?.file_count ?? 0) > 0 }),
    create: (body) => create(routes.ownAssistants.create, body),
    update: (id, body) => call(routes.ownAssistants.update, { params: { id }, body }),
    refresh: () => void invalidate(routes.ownAssistants.update),
  }
  return <AssistantFormDialog target={target} {...props} />
}

interface FilesProps {
  assistant: OwnAssistant
  /** Called with true when an upload starts, and with false when none is left. */
  onSending: (isSending: boolean) => void
}

/** Section « Ses fichiers » of the form of one's own assistant: documents of the owner that the conversations with it query. */
function OwnAssistantFiles({ assistant, onSending }: Omit<FilesProps, 'assistant'> & { assistant: OwnAssistant | null }) {
  return (
    <section className={styles.files} aria-labelledby="own-assistant-files">
      <h3 id="own-assistant-files">Ses fichiers</h3>
      {assistant === null ? (
        <p className={styles.quiet}>Créez d’abord l’assistant&nbsp;: «&nbsp;Modifier&nbsp;», dans la liste, permet ensuite de lui ajouter vos fichiers.</p>
      ) : (
        <LoadFiles assistant={assistant} onSending={onSending} />
      )}
    </section>
  )
}

function LoadFiles(props: FilesProps) {
  const { id } = props.assistant
  const { data, error, refetch, isFetching } = useQuery({ ...queryFor(routes.ownAssistantFiles.list, { params: { id } }), staleTime: 0, gcTime: 0 })
  // The list of assistants shows the number of files, so it is refreshed when the form closes.
  useEffect(() => () => void invalidate(routes.ownAssistantFiles.add), [])
  if (data !== undefined) return <Files {...props} documents={data.documents} onChosen={refetch} />
  if (error) return <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Les fichiers de l’assistant n’ont pas pu être chargés.')}</ErrorMessage>
  return <Skeleton shape="lines" count={2} label="Chargement des fichiers…" />
}

interface LoadedFilesProps extends FilesProps {
  documents: readonly LibraryDocument[]
  onChosen: () => Promise<unknown>
}

function Files({ assistant: { id, proposals }, documents, onSending, onChosen }: LoadedFilesProps) {
  const announce = useAnnounce()
  const buttonsRef = useRef<HTMLDivElement>(null)
  const [removed, setRemoved] = useState<AttachedFile | null>(null)
  const target = { id, add: routes.ownAssistantFiles.add, remove: routes.ownAssistantFiles.remove }
  const { files, add, zone, problem, setProblem, isSending } = useFilePanel(target, documents)
  useEffect(() => {
    onSending(isSending)
    return () => onSending(false)
  }, [isSending, onSending])

  const present = files.state.attached.filter(({ document_id }) => document_id !== null)
  const warnings = present.flatMap(({ document_id, filename }) =>
    (files.lives.get(document_id!)?.warnings ?? []).map((warning) => ({ key: `${document_id} ${warning}`, words: `${filename}\u00a0: ${warning}` })),
  )
  return (
    <div className={styles.zone} {...zone}>
      <p className={styles.quiet}>
        Ses réponses citeront les passages utiles de ces fichiers. Les personnes à qui cet assistant est ouvert verront les passages cités de ces fichiers, et
        pourront les ouvrir depuis une réponse. Un ajout ou un retrait est enregistré aussitôt.
      </p>
      {proposals.some(({ team, refused_at }) => team === null && refused_at === null) && (
        <p className={styles.quiet}>Il est proposé à tous&nbsp;: publié, il n’aura plus ces fichiers, qui resteront vos documents.</p>
      )}
      <FileChips files={files} onRemove={async (file) => setRemoved(file)} />
      {warnings.length > 0 && (
        <ul className={styles.warnings}>
          {warnings.map(({ key, words }) => (
            <li key={key}>{words}</li>
          ))}
        </ul>
      )}
      {problem !== null && <ErrorMessage>{problem}</ErrorMessage>}
      <div ref={buttonsRef} className={styles.ways}>
        <AttachButton onFiles={add} text="Ajouter mes fichiers" />
        <OwnDocuments assistantId={id} attached={present} onProblem={setProblem} onChosen={onChosen} />
      </div>
      {removed !== null && (
        <RemoveDialog
          file={removed}
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            await files.remove(removed.document_id!)
            setProblem(null)
            announce(`${removed.filename} est retiré de l’assistant`)
            // The button that opened the dialog no longer exists.
            focusAfterDialog(() => buttonsRef.current?.querySelector('button'))
          }}
        />
      )}
    </div>
  )
}

function RemoveDialog({ file, onClose, onConfirm }: { file: AttachedFile; onClose: () => void; onConfirm: () => Promise<void> }) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Retirer «\u00a0${file.filename}\u00a0» de l’assistant\u00a0?`}
      confirmLabel="Retirer"
      pendingLabel="Retrait…"
      describeError={(error) => sentenceOf(error, 'Ce fichier n’a pas pu être retiré.')}
      onConfirm={onConfirm}
    >
      Ses réponses ne s’appuieront plus sur ce fichier. Choisi parmi vos documents, il y reste. Sinon il est supprimé, sauf si une conversation, un projet ou un
      autre assistant le tient.
    </ConfirmDialog>
  )
}

interface OwnDocumentsProps {
  assistantId: string
  attached: readonly Pick<AttachedFile, 'document_id'>[]
  onProblem: (sentence: string | null) => void
  onChosen: () => Promise<unknown>
}

/** Select that adds one of the owner's documents to the assistant. Renders nothing when there are none to add. */
function OwnDocuments({ assistantId, attached, onProblem, onChosen }: OwnDocumentsProps) {
  const { data } = useQuery(queryFor(routes.library.uploads))
  const [isPending, setPending] = useState(false)
  const free = (data?.documents ?? []).filter(({ id }) => attached.every(({ document_id }) => document_id !== id))
  if (free.length === 0) return null

  async function choose(document_id: string) {
    setPending(true)
    onProblem(null)
    try {
      await call(routes.ownAssistantFiles.addDocuments, { params: { id: assistantId }, body: { documents: [document_id] } })
      await onChosen()
    } catch (error) {
      onProblem(sentenceOf(error, 'Ce document n’a pas pu être ajouté.'))
    }
    setPending(false)
  }

  return (
    <Select
      label="Choisir parmi mes documents"
      isLabelHidden
      isAction
      isDisabled={isPending}
      options={free.map(({ id, original_filename, file_size_readable }) => ({ id, label: original_filename, detail: file_size_readable }))}
      value={null}
      onChange={(id) => void choose(id)}
      placeholder="Choisir parmi mes documents"
    />
  )
}
