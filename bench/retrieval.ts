import { existsSync } from 'node:fs'
import path from 'node:path'
import { runRetrievalBench } from '../server/src/retrieval/bench.ts'
import type { BenchReport } from './report.ts'

/** The sets beside the project, where the machine has them. */
const besideProject = path.resolve(import.meta.dirname, '../../shared/eval')

/** Retrieval quality and time through the product's own chunking and SQL, on any directory of sets. */
export async function benchRetrieval(sets: string | undefined, split: string): Promise<BenchReport> {
  const directory = path.resolve(sets ?? besideProject)
  if (!existsSync(directory)) throw new Error(`Le dossier ${sets ?? 'des jeux'} n’existe pas : donnez-en un avec --sets.`)
  const result = await runRetrievalBench({ sets: directory, split })
  const rows = Object.entries(result.sets).map(([set, figures]) => ({ set, ...rounded(figures) }))
  return { name: 'retrieval', title: `Recherche (partie ${split})`, rows, json: result }
}

function rounded(figures: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(4)) : value]),
  )
}
