import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { findReferences } from '@parvis/legal-references'
import type { BenchOptions, BenchReport } from './report.ts'

/** Folder of the sentences and of their scoring beside the project, on machines that have them. */
const besideProject = path.resolve(import.meta.dirname, '../../shared/eval/versions')
/** Length of the timed text, in UTF-16 units: about 400 pages. */
const timedLength = 1_000_000

type Row = { id: string; text: string; refs: unknown[] }
type Score = { expected: number; found: number; exact: number; reported: number; right: number }
type Scoring = { scoreReferences: (row: Row, reported: object[]) => Score; aims: { found: number; precise: number; exact: number } }

/** Measures what `findReferences` finds in a set of sentences, and how long it takes on a long text. Without the set, only the time is measured. */
export async function benchReferences({ sets, split }: BenchOptions): Promise<BenchReport> {
  const directory = path.resolve(sets ?? besideProject)
  const file = path.join(directory, `references.${split}.jsonl`)
  const rows = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Row)
    : []
  const sentence = rows.length > 0 ? rows.map(({ text }) => text).join('\n\n') : 'Vu les articles L. 2121-7 à L. 2121-9 du CGCT ; vu la loi n° 2019-828 ;\n\n'
  const text = sentence.repeat(Math.ceil(timedLength / sentence.length)).slice(0, timedLength)
  const start = performance.now()
  const count = findReferences(text).length
  const timing = { long_text_ms: Math.round(performance.now() - start), long_text_references: count }
  if (rows.length === 0) return { name: 'references', title: 'Références au droit', rows: [timing] }
  const { scoreReferences, aims } = (await import(pathToFileURL(path.join(directory, 'score.mjs')).href)) as Scoring
  const sum: Score = { expected: 0, found: 0, exact: 0, reported: 0, right: 0 }
  for (const row of rows) {
    const score = scoreReferences(row, findReferences(row.text).flatMap(entries))
    for (const key of Object.keys(sum) as (keyof Score)[]) sum[key] += score[key]
  }
  const figures = { recall: sum.found / sum.expected, precision: sum.right / sum.reported, resolution: sum.exact / sum.found }
  const failures = [
    figures.recall < aims.found && 'rappel',
    figures.precision < aims.precise && 'précision',
    figures.resolution < aims.exact && 'code et articles exacts',
  ].filter((failure) => failure !== false)
  const rounded = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(4))]))
  return { name: 'references', title: `Références au droit (partie ${split})`, rows: [{ sentences: rows.length, ...rounded, ...timing }], failures }
}

/** Returns one entry per article of each reference, in the form of `POST /api/references`. */
function entries({ start, end, code, articles }: ReturnType<typeof findReferences>[number]): object[] {
  return (articles.length === 0 ? [null] : articles).map((article) => ({ start, end, code, article }))
}
