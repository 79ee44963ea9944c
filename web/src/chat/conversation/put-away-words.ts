import { plural } from '../../ui/words/formats.ts'

const sentenceFor = (participle: string) => (count: number) =>
  count === 1 ? `Conversation ${participle}` : plural(count, `conversation ${participle}`, `conversations ${participle}s`)

/** « Conversation supprimée », « 3 conversations supprimées » */
export const removedSentence = sentenceFor('supprimée')
/** « Conversation archivée », « 3 conversations archivées » */
export const archivedSentence = sentenceFor('archivée')
/** « Conversation rendue à la liste », « 3 conversations rendues à la liste » */
export const unarchivedSentence = (count: number): string => `${sentenceFor('rendue')(count)} à la liste`
