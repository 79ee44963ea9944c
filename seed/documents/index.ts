import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { exampleQuestions } from './example-questions.ts'

/** A line of `documents.jsonl.gz`: a public text in Markdown, and the date of the copied version (`YYYY-MM-DD`). Origin: ATTRIBUTION.md. */
export type DemoFile = { slug: string; filename: string; category: string; description: string; version_date: string; text: string }

/**
 * A demonstration document, with the question that the library suggests about it (null for none) and the day of its review. The date of a sheet is that of
 * its edition, not of the rule that it states: it is no first day in force.
 */
export type DemoDocument = DemoFile & { example_question: string | null; review_by: string }

/** Years for which a sheet is taken as the rule without being checked. */
const reviewYears = 1

/** Returns the day of the review of a sheet. 29 February becomes 1 March. */
function reviewDay(version_date: string): string {
  const day = new Date(`${version_date}T00:00:00Z`)
  day.setUTCFullYear(day.getUTCFullYear() + reviewYears)
  return day.toISOString().slice(0, 10)
}

/** Name of the collection of the demonstration documents, as written in answers. */
export const demoCollection = 'fiches de service-public.fr'

/** Reads the demonstration documents, in the order in which they are added. */
export function readDemoDocuments(): DemoDocument[] {
  const lines = gunzipSync(readFileSync(path.join(import.meta.dirname, 'documents.jsonl.gz')))
    .toString()
    .split('\n')
  return lines.filter(Boolean).map((line) => {
    const file = JSON.parse(line) as DemoFile
    return { ...file, example_question: exampleQuestions[file.filename] ?? null, review_by: reviewDay(file.version_date) }
  })
}
