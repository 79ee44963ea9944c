import type { WrittenKind } from '@parvis/contract'

/** Names of the kinds of written documents, in the prompt and in files. */
export const writtenKindNames: Record<WrittenKind, string> = {
  note: 'note',
  courrier: 'courrier',
  deliberation: 'délibération',
  arrete: 'arrêté',
  compte_rendu: 'compte rendu',
  libre: 'document',
}
