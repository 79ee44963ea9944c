import { assistants } from './assistants/index.ts'
import { readDemoDocuments } from './documents/index.ts'

/**
 * A question that a new instance proposes: in the library, about a category of documents, or by an assistant. The documents that answer it may state an
 * outdated rule (see documents/example-questions.ts for how they were chosen).
 */
export type SeededQuestion = { question: string } & ({ category: string } | { assistant: string; searchesDocuments: boolean })

/** Lists every question that a new instance proposes. */
export const seededQuestions = (): SeededQuestion[] => [
  ...readDemoDocuments().flatMap(({ example_question, category }) => (example_question === null ? [] : [{ question: example_question, category }])),
  ...assistants.flatMap(({ name, starters, documents = [] }) =>
    starters.map((question) => ({ question, assistant: name, searchesDocuments: documents.length > 0 })),
  ),
]
