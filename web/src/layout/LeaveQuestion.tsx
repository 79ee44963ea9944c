import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

export interface LeaveQuestionProps {
  leave: () => void
  onClose: () => void
}

/** The question itself, apart: pages without a form have no use for a dialog. */
export function LeaveQuestion({ leave, onClose }: LeaveQuestionProps) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Quitter sans enregistrer\u00a0?`}
      confirmLabel="Quitter sans enregistrer"
      cancelLabel="Continuer à écrire"
      onConfirm={leave}
    >
      Ce que vous avez écrit ici n’est pas enregistré et sera perdu.
    </ConfirmDialog>
  )
}
