import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { exampleQuestions } from './example-questions.ts'

/** A line of `documents.jsonl.gz`: a public text in Markdown, and the date of the copied version (`YYYY-MM-DD`). Origin: ATTRIBUTION.md. */
export type DemoFile = { slug: string; filename: string; category: string; description: string; version_date: string; text: string }

/** A demonstration document, with the question that the library suggests about it; null for none. */
export type DemoDocument = DemoFile & { example_question: string | null }

/** Name of the collection of the demonstration documents, as written in answers. */
export const demoCollection = 'fiches de service-public.fr'

/** Reads the demonstration documents, in the order in which they are added. */
export function readDemoDocuments(): DemoDocument[] {
  const lines = gunzipSync(readFileSync(path.join(import.meta.dirname, 'documents.jsonl.gz')))
    .toString()
    .split('\n')
  return lines.filter(Boolean).map((line) => {
    const file = JSON.parse(line) as DemoFile
    return { ...file, example_question: exampleQuestions[file.filename] ?? null }
  })
}
