import type { HandOverWords } from '../../../layout/grants/HandOverDialog.tsx'

/** Of an assistant, by its owner or by an administrator. */
export const handOverWords = (name: string): HandOverWords => ({
  title: `Transmettre «\u00a0${name}\u00a0» à qui\u00a0?`,
  verb: 'Transmettre',
  pending: 'Transmission…',
  failure: 'L’assistant n’a pas pu être transmis. Rien n’a changé\u00a0; veuillez réessayer.',
})
