/**
 * A message as people write it to the library: a story, names, courtesies, drafting instructions.
 * `documents` is a list of needs: what the message asks, one entry for each thing; any one of the files of an entry answers it.
 */
export type RealisticQuestion = { category: string; question: string; documents: string[][] }

type Needs = readonly (string | readonly string[])[]
const needsOf = (needs: Needs): string[][] => needs.map((need) => (typeof need === 'string' ? [need] : [...need]))

/** Messages to one category, each with its needs. */
export const realistic = (category: string, rows: readonly (readonly [question: string, ...needs: Needs])[]): RealisticQuestion[] =>
  rows.map(([question, ...needs]) => ({ category, question, documents: needsOf(needs) }))

/** A message that no document of the category answers. */
export type UnansweredQuestion = { category: string; question: string }

export const unanswered = (rows: readonly (readonly [category: string, question: string])[]): UnansweredQuestion[] =>
  rows.map(([category, question]) => ({ category, question }))

/**
 * What the second message does to the first: asks for the same answer in another form, for another case of the same subject,
 * speaks of the first by a pronoun, or is a new question that owes it nothing.
 */
export type TwoTurnKind = 'form' | 'subject' | 'pronoun' | 'new'

/** Two messages of one conversation; `documents` is what the answer to the second rests on, as a list of needs. */
export type TwoTurnQuestion = { category: string; first: string; next: string; documents: string[][]; kind: TwoTurnKind }

/** Pairs of one kind. */
export const turns = (kind: TwoTurnKind, rows: readonly (readonly [category: string, first: string, next: string, ...needs: Needs])[]): TwoTurnQuestion[] =>
  rows.map(([category, first, next, ...needs]) => ({ category, first, next, documents: needsOf(needs), kind }))

/** A plain question, and what the first words quoted in answer to it must hold. */
export type FirstQuote = { category: string; question: string; holds: RegExp }
