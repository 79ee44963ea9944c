import { existsSync } from 'node:fs'
import path from 'node:path'
import { runRetrievalBench } from '../server/src/retrieval/bench.ts'
import { createSearchDatabase } from '../server/src/testing/databases/search-server.ts'
import type { BenchOptions, BenchReport } from './report.ts'
import { measureSizes } from './retrieval-sizes.ts'
import { measureStalls } from './stalls.ts'

/** Folder of the question sets beside the project, on machines that have them. */
const besideProject = path.resolve(import.meta.dirname, '../../shared/eval')
/** Numbers of passages of a large and a very large library. */
const largeSizes = [28_000, 100_000]

/**
 * Measures the quality and time of the search, with the product's chunking and SQL, on any folder of question sets, and with the engine `postgresql` on that one.
 * With `sizes` (numbers of passages separated by commas), or without sets, measures time, memory and event-loop blocks as a database of demonstration
 * sentences grows; with `postgresql`, those of both engines side by side.
 */
export async function benchRetrieval({ sets, split, sizes, engine }: BenchOptions): Promise<BenchReport> {
  if (sizes !== undefined) return benchSizes(sizes.split(',').map(Number), engine === 'postgres' || engine === 'postgresql' ? engine : 'embedded')
  if (sets === undefined && !existsSync(besideProject)) return benchSizes(largeSizes, 'embedded')
  const directory = path.resolve(sets ?? besideProject)
  if (!existsSync(directory)) throw new Error(`Le dossier ${directory} n’existe pas.`)
  const result = await (engine === 'postgresql' ? benchOnPostgresql({ sets: directory, split }) : runRetrievalBench({ sets: directory, split }))
  const rows = Object.entries(result.sets).map(([set, figures]) => ({ set, ...rounded(figures) }))
  // The JSON output, read by other tools, only has the agreed fields.
  const agreed = Object.fromEntries(Object.entries(result.sets).map(([set, { documents: _documents, passages: _passages, ...figures }]) => [set, figures]))
  const name = engine === 'postgresql' ? 'retrieval-postgresql' : 'retrieval'
  return { name, title: `Recherche (partie ${split}${engine === 'postgresql' ? ', moteur postgresql' : ''})`, rows, json: { sets: agreed } }
}

/** Runs the sets on the PostgreSQL engine, in a database of a server that has its extensions. */
async function benchOnPostgresql(options: { sets: string; split: string }): ReturnType<typeof runRetrievalBench> {
  const { url, drop } = await createSearchDatabase()
  const log = (line: string) => process.stderr.write(`${line}\n`)
  try {
    return await runRetrievalBench({ ...options, engine: { kind: 'postgres', url }, search: 'postgresql', log })
  } finally {
    await drop()
  }
}

/** Database of each value of `--engine`, in French. */
const databaseNames = {
  embedded: 'moteur embarqué, sur disque',
  postgres: 'serveur PostgreSQL',
  postgresql: 'serveur PostgreSQL, deux moteurs de recherche',
} as const

async function benchSizes(sizes: number[], engine: keyof typeof databaseNames): Promise<BenchReport> {
  if (!sizes.every((size) => Number.isInteger(size) && size > 0)) throw new Error('Nombres de passages attendus, par exemple --sizes 28000,100000.')
  const stalls = await measureStalls()
  const sized = await measureSizes(engine, sizes, (line) => process.stderr.write(`${line}\n`))
  return {
    name: `retrieval-sizes-${engine}`,
    title: `Recherche selon la taille de la base (${databaseNames[engine]})`,
    rows: sized.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? Number(value.toFixed(1)) : value])),
    ),
    note:
      'Passages de cinq phrases des documents de démonstration tirées au hasard. Une recherche parmi tous les documents d’une catégorie à la fois, de la question aux passages lus ; en même temps une petite requête toutes les 5 ms (`other_*`). ' +
      '`*_stall_ms` : le plus long temps pendant lequel le processus n’a rien pu faire d’autre. `ready_s` : démarrage d’un processus. Moteur interne : `loading_s`, index lu de la base quand son image manque ; il ajoute `bytes_per_passage` de mémoire au processus. Moteur postgresql : `filling_s`, tables remplies pendant que l’autre sert ; `tables_mb`, index compris. `publish_ms`, `delete_ms` : un document de 25 passages, médiane ; `after_publish_ms`, `after_delete_ms` : première question ensuite, posée à ce document.\n\n' +
      `Par le produit entier, un texte de 500 pages (${stalls.passages} passages) est indexé en ${stalls.indexing_s.toFixed(1)} s ; plus longue attente du processus : ${stalls.indexing_stall_ms.toFixed(0)} ms, dont ${stalls.indexing_held_ms.toFixed(0)} ms au plus de son propre travail ; pendant ce temps un petit appel prend ${stalls.call_p95_ms.toFixed(0)} ms (p95), ${stalls.call_max_ms.toFixed(0)} ms au plus. Plus longue attente pendant que le processus suivant lit l’index : ${stalls.start_stall_ms.toFixed(0)} ms, dont ${stalls.start_held_ms.toFixed(0)} ms de son propre travail.`,
    json: { sizes: sized, stalls },
  }
}

function rounded(figures: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(4)) : value]),
  )
}
