import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { exampleQuestions } from './example-questions.ts'

/** Line of `documents.jsonl.gz`: a public text in Markdown, and the date of the version that was copied (`YYYY-MM-DD`). Origin: ATTRIBUTION.md. */
export type DemoFile = { slug: string; filename: string; category: string; description: string; version_date: string; text: string }

/** A demonstration document, with the question that the library proposes about it; null: none is proposed. */
export type DemoDocument = DemoFile & { example_question: string | null }

/** Name of the collection that all the demonstration documents come from, as an answer names it. */
export const demoCollection = 'fiches de service-public.fr'

/** The demonstration documents, in the order in which they are added. */
export function readDemoDocuments(): DemoDocument[] {
  const lines = gunzipSync(readFileSync(path.join(import.meta.dirname, 'documents.jsonl.gz')))
    .toString()
    .split('\n')
  return lines.filter(Boolean).map((line) => {
    const file = JSON.parse(line) as DemoFile
    return { ...file, example_question: exampleQuestions[file.filename] ?? null }
  })
}
