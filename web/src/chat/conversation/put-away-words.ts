import { plural } from '../../ui/words/formats.ts'

const told = (participle: string) => (count: number) =>
  count === 1 ? `Conversation ${participle}` : plural(count, `conversation ${participle}`, `conversations ${participle}s`)

/** « Conversation supprimée », « 3 conversations supprimées » */
export const removedWords = told('supprimée')
/** « Conversation archivée », « 3 conversations archivées » */
export const archivedWords = told('archivée')
/** « Conversation rendue à la liste », « 3 conversations rendues à la liste » */
export const movedWords = (count: number): string => `${told('rendue')(count)} à la liste`
