import type { ListedProject } from '@parvis/contract'
import { useState } from 'react'
import { isTemporary, sentenceOf } from '../../api/transport/api-error.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { useProjectChanges } from './use-projects.ts'

interface DeleteProjectDialogProps {
  /** Project to delete; null when the dialog is closed. */
  project: ListedProject | null
  onClose: () => void
  onDeleted?: () => void
}

/** Confirmation before deleting a project. */
export function DeleteProjectDialog({ project, onClose, onDeleted }: DeleteProjectDialogProps) {
  const { remove } = useProjectChanges()
  const announce = useAnnounce()
  // The title must not change during the closing animation.
  const [named, setNamed] = useState(project)
  if (project && project !== named) setNamed(project)
  return (
    <ConfirmDialog
      isOpen={project !== null}
      onClose={onClose}
      title={`Supprimer le projet «\u00a0${named?.name ?? ''}\u00a0»\u00a0?`}
      confirmLabel="Supprimer"
      pendingLabel="Suppression…"
      describeError={(error) => ['Impossible de supprimer le projet.', isTemporary(error) ? sentenceOf(error, '') : ''].filter(Boolean).join(' ')}
      onConfirm={async () => {
        if (!project) return
        await remove.mutateAsync(project.id)
        announce('Projet supprimé')
        onDeleted?.()
      }}
    >
      <p>Cette action est irréversible&nbsp;: toutes les données associées au projet, son nom, sa description et son contenu, seront perdues.</p>
      <p>S’il est partagé, il disparaît aussi pour les autres, avec les fichiers qu’ils y ont apportés. Vous pouvez plutôt le confier à quelqu’un.</p>
      <p>Les conversations que vous avez tenues à son sujet ne sont pas supprimées&nbsp;: elles restent dans Mon espace, sans projet.</p>
    </ConfirmDialog>
  )
}
