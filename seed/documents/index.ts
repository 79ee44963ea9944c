import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A public text that a new instance offers to ask; `text` is Markdown. Where it comes from: ATTRIBUTION.md. */
export type DemoDocument = { slug: string; filename: string; category: string; description: string; text: string }

/** The demonstration documents, in the order in which they are added. */
export function readDemoDocuments(): DemoDocument[] {
  const lines = gunzipSync(readFileSync(path.join(import.meta.dirname, 'documents.jsonl.gz')))
    .toString()
    .split('\n')
  return lines.filter(Boolean).map((line) => JSON.parse(line) as DemoDocument)
}
