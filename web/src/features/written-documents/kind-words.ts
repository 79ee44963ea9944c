import type { WrittenKind } from '@parvis/contract'

/** French names of the kinds of documents, in the order of the list. */
export const kindWords: Readonly<Record<WrittenKind, string>> = {
  libre: 'Document',
  note: 'Note',
  courrier: 'Courrier',
  deliberation: 'Délibération',
  arrete: 'Arrêté',
  compte_rendu: 'Compte rendu',
}

export const kindOptions = (Object.keys(kindWords) as WrittenKind[]).map((id) => ({ id, label: kindWords[id] }))
