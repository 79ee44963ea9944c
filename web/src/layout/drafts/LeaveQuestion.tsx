import type { LeaveTexts } from '../../router/navigation-blocker.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

const unsavedTexts: LeaveTexts = {
  title: 'Quitter sans enregistrer\u00a0?',
  sentence: 'Ce que vous avez écrit ici n’est pas enregistré et sera perdu.',
  leave: 'Quitter sans enregistrer',
  stay: 'Continuer à écrire',
}

export interface LeaveQuestionProps {
  texts: LeaveTexts | undefined
  leave: () => void
  onClose: () => void
}

/** Confirmation dialog, loaded separately because pages without a form do not need it. */
export function LeaveQuestion({ texts = unsavedTexts, leave, onClose }: LeaveQuestionProps) {
  return (
    <ConfirmDialog isOpen onClose={onClose} title={texts.title} confirmLabel={texts.leave} cancelLabel={texts.stay} onConfirm={leave}>
      {texts.sentence}
    </ConfirmDialog>
  )
}
