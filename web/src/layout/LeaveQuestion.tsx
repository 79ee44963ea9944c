import type { LeaveWords } from '../router/leaving.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

export interface LeaveQuestionProps {
  words: LeaveWords
  leave: () => void
  onClose: () => void
}

/** The question itself, apart: pages without a form have no use for a dialog. */
export function LeaveQuestion({ words, leave, onClose }: LeaveQuestionProps) {
  return (
    <ConfirmDialog isOpen onClose={onClose} title={words.title} confirmLabel={words.leave} cancelLabel={words.stay} onConfirm={leave}>
      {words.sentence}
    </ConfirmDialog>
  )
}
