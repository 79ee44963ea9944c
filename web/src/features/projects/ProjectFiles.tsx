import { routes, type LibraryDocument, type Project } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { AttachButton } from '../../chat/files/AttachButton.tsx'
import { FileChips } from '../../chat/files/FileChips.tsx'
import type { AttachedFile } from '../../chat/files/files-state.ts'
import { leaveUploadTexts } from '../../chat/files/file-rules.ts'
import { useFilePanel } from '../../chat/files/use-file-panel.ts'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import styles from './Projects.module.css'

type ProjectAndRole = Pick<Project, 'id' | 'role'>

/** Files of a project, which its conversations are answered from, beside its text. */
export function ProjectFiles({ project }: { project: ProjectAndRole }) {
  const query = queryFor(routes.projects.files, { params: { id: project.id } })
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery({ ...query, staleTime: 0 })
  const [openedAt] = useState(Date.now)
  // Data cached by a previous visit is not shown; data of this visit stays when a refetch fails.
  if (data !== undefined && dataUpdatedAt >= openedAt) return <Files project={project} documents={data.documents} />
  if (error) return <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Les fichiers du projet n’ont pas pu être chargés.')}</ErrorMessage>
  return <Skeleton shape="lines" count={2} label="Chargement des fichiers…" />
}

function Files({ project: { id, role }, documents }: { project: ProjectAndRole; documents: readonly LibraryDocument[] }) {
  const announce = useAnnounce()
  const canWrite = role !== 'reader'
  const target = { id, add: routes.projects.addFiles, remove: routes.projects.removeFile }
  const { files, add, zone, problem, setProblem, isSending } = useFilePanel(target, documents, canWrite)
  useUnsaved(isSending, undefined, leaveUploadTexts)

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
    <section className={styles.held} aria-label="Fichiers du projet" {...zone}>
      <h2>Fichiers</h2>
      {isEmpty && <p className={styles.count}>{emptyText(role)}</p>}
      {(canWrite || !isEmpty) && <FileChips files={files} {...(canWrite && { onRemove: remove })} />}
      {problem !== null && <ErrorMessage>{problem}</ErrorMessage>}
      {canWrite && <AttachButton onFiles={add} text="Ajouter des fichiers" />}
    </section>
  )
}

function emptyText(role: Project['role']): string {
  if (role === 'reader') return 'Aucun fichier.'
  const readers = role === 'owner' ? 'Vous seul les voyez, et ceux avec qui vous partagez le projet.' : 'Ceux qui ont accès au projet les voient.'
  return `Déposez ici les fichiers que vos conversations sur ce projet doivent connaître. ${readers}`
}
