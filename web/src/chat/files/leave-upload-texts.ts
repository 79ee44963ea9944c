import type { LeaveTexts } from '../../router/navigation-blocker.ts'

/** Texts of the confirmation shown on leaving the page during an upload. */
export const leaveUploadTexts: LeaveTexts = {
  title: 'Interrompre l’envoi\u00a0?',
  sentence: 'Les fichiers qui ne sont pas encore arrivés ne seront pas gardés\u00a0: il faudra les choisir de nouveau.',
  leave: 'Interrompre l’envoi',
  stay: 'Rester sur la page',
}
