import type { LeaveWords } from '../../router/leaving.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

const unsavedText: LeaveWords = {
  title: 'Quitter sans enregistrer\u00a0?',
  sentence: 'Ce que vous avez écrit ici n’est pas enregistré et sera perdu.',
  leave: 'Quitter sans enregistrer',
  stay: 'Continuer à écrire',
}

export interface LeaveQuestionProps {
  words: LeaveWords | undefined
  leave: () => void
  onClose: () => void
}

/** Confirmation dialog, loaded separately because pages without a form do not need it. */
export function LeaveQuestion({ words = unsavedText, leave, onClose }: LeaveQuestionProps) {
  return (
    <ConfirmDialog isOpen onClose={onClose} title={words.title} confirmLabel={words.leave} cancelLabel={words.stay} onConfirm={leave}>
      {words.sentence}
    </ConfirmDialog>
  )
}
