import type { HandOverTexts } from '../../../layout/grants/HandOverDialog.tsx'

/** Texts of the dialog in which its owner, or an administrator, hands an assistant over to somebody else. */
export const handOverWords = (name: string): HandOverTexts => ({
  title: `Transmettre «\u00a0${name}\u00a0» à qui\u00a0?`,
  verb: 'Transmettre',
  pending: 'Transmission…',
  failure: 'L’assistant n’a pas pu être transmis. Rien n’a changé\u00a0; veuillez réessayer.',
})
