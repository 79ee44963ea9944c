/** A question on a category of the demonstration documents, with the document that answers it; null when none does. */
export type DemoQuestion = { question: string; category: string; document: string | null }

export const toQuestions = (rows: readonly (readonly [category: string, question: string, document: string | null])[]): DemoQuestion[] =>
  rows.map(([category, question, document]) => ({ category, question, document }))
