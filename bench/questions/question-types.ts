/**
 * A message as people write it to the library: a story, names, courtesies, drafting instructions. `documents`: one entry for each question of the message;
 * any file of an entry answers it.
 */
export type RealisticQuestion = { category: string; question: string; documents: string[][] }

type Needs = readonly (string | readonly string[])[]
const needsOf = (needs: Needs): string[][] => needs.map((need) => (typeof need === 'string' ? [need] : [...need]))

/** Makes the messages of one category, each with the documents that it needs. */
export const realisticQuestions = (category: string, rows: readonly (readonly [question: string, ...needs: Needs])[]): RealisticQuestion[] =>
  rows.map(([question, ...needs]) => ({ category, question, documents: needsOf(needs) }))

/** A message that no document of the category answers. */
export type UnansweredQuestion = { category: string; question: string }

export const unanswered = (rows: readonly (readonly [category: string, question: string])[]): UnansweredQuestion[] =>
  rows.map(([category, question]) => ({ category, question }))

/**
 * Role of the second message: it asks for the same answer in another form (`form`), for another case of the same subject (`subject`), refers to the first
 * by a pronoun (`pronoun`), or is an unrelated question (`new`).
 */
export type TwoTurnKind = 'form' | 'subject' | 'pronoun' | 'new'

/** Two messages of one conversation. `documents`: documents that the answer to the second needs, one entry for each question. */
export type TwoTurnQuestion = { category: string; first: string; next: string; documents: string[][]; kind: TwoTurnKind }

/** Makes the pairs of messages of one kind. */
export const twoTurnQuestions = (
  kind: TwoTurnKind,
  rows: readonly (readonly [category: string, first: string, next: string, ...needs: Needs])[],
): TwoTurnQuestion[] => rows.map(([category, first, next, ...needs]) => ({ category, first, next, documents: needsOf(needs), kind }))

/** A plain question, and the pattern that the first words quoted in answer must match. */
export type FirstQuote = { category: string; question: string; expected: RegExp }
