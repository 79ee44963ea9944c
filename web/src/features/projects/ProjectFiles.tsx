import { routes, type DocumentProgress, type LibraryDocument, type Project } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { useInstance } from '../../api/use-instance.ts'
import { AttachButton } from '../../chat/files/AttachButton.tsx'
import { FileChips } from '../../chat/files/FileChips.tsx'
import type { AttachedFile } from '../../chat/files/files-state.ts'
import { useFileEntry } from '../../chat/files/use-file-entry.ts'
import { leaveUploadTexts } from '../../chat/files/file-rules.ts'
import { useFiles } from '../../chat/files/use-files.ts'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import styles from './Projects.module.css'

/** A project has no pending questions that wait for its files. */
const noQuestions: readonly string[] = []
const noDocuments: readonly LibraryDocument[] = []
const place = { add: routes.projects.addFiles, remove: routes.projects.removeFile }

/** Files of a project, which its conversations are answered from, beside its text. */
export function ProjectFiles({ project: { id: projectId, role } }: { project: Pick<Project, 'id' | 'role'> }) {
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery({ ...queryFor(routes.projects.files, { params: { id: projectId } }), staleTime: 0 })
  const [openedAt] = useState(Date.now)
  const documents = data?.documents ?? noDocuments
  const held = useMemo(() => documents.map(({ id, original_filename }) => ({ document_id: id, filename: original_filename })), [documents])
  // Data cached by a previous visit is not shown; data of this visit stays when a refetch fails.
  const isRead = data !== undefined && dataUpdatedAt >= openedAt
  if (error && !isRead)
    return <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Les fichiers du projet n’ont pas pu être chargés.')}</ErrorMessage>
  if (!isRead) return <Skeleton shape="lines" count={2} label="Chargement des fichiers…" />
  const props = { projectId, held, lives: documents }
  return role === 'reader' ? <ReadFiles {...props} /> : <Files {...props} isShared={role !== 'owner'} />
}

interface FilesProps {
  projectId: string
  /** Files of the project when it was last loaded. */
  held: readonly Pick<AttachedFile, 'document_id' | 'filename'>[]
  /** Processing states of these files at that time. */
  lives: readonly DocumentProgress[]
}

/** Files of a project for a reader, without adding or removing. */
function ReadFiles({ projectId, held, lives }: FilesProps) {
  const files = useFiles({ ...place, id: projectId }, held, noQuestions, { lives })
  return (
    <section className={styles.held} aria-label="Fichiers du projet">
      <h2>Fichiers</h2>
      {files.state.attached.length === 0 ? <p className={styles.count}>Aucun fichier.</p> : <FileChips files={files} />}
    </section>
  )
}

function Files({ projectId, held, lives, isShared }: FilesProps & { isShared: boolean }) {
  const announce = useAnnounce()
  const instance = useInstance()
  const [problem, setProblem] = useState<string | null>(null)
  const files = useFiles({ ...place, id: projectId }, held, noQuestions, { lives })
  const { batches, add, zone, isOver } = useFileEntry(true, setProblem)
  useUnsaved(
    files.state.uploads.some(({ refusal }) => refusal === null),
    undefined,
    leaveUploadTexts,
  )
  const lastBatchId = useRef(0)
  const addBatches = useEffectEvent(() => {
    for (const { id, files: chosen } of batches) if (id > lastBatchId.current) files.add(chosen, instance?.max_upload_mb ?? null)
    lastBatchId.current = batches.at(-1)?.id ?? 0
  })
  useEffect(() => addBatches(), [batches])

  async function remove({ document_id, filename }: AttachedFile) {
    setProblem(null)
    try {
      await files.remove(document_id!)
      announce(`${filename} est retiré du projet`)
    } catch (error) {
      setProblem(sentenceOf(error, 'Ce fichier n’a pas pu être retiré.'))
    }
  }
  const isEmpty = files.state.attached.length + files.state.uploads.length === 0
  return (
    <section className={styles.held} aria-label="Fichiers du projet" data-over={isOver || undefined} {...zone}>
      <h2>Fichiers</h2>
      {isEmpty && (
        <p className={styles.count}>
          Déposez ici les fichiers que vos conversations sur ce projet doivent connaître.{' '}
          {isShared ? 'Ceux qui ont accès au projet les voient.' : 'Vous seul les voyez, et ceux avec qui vous partagez le projet.'}
        </p>
      )}
      <FileChips files={files} onRemove={remove} />
      {problem !== null && <ErrorMessage>{problem}</ErrorMessage>}
      <AttachButton onFiles={add} text="Ajouter des fichiers" />
    </section>
  )
}
