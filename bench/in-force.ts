import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInProcessExtractor } from '@parvis/document-reading/in-process'
import type { Source } from '@parvis/contract'
import { groundOf } from '../server/src/features/library/measure-answers.ts'
import { addToLibrary } from '../server/src/features/documents/documents.fixture.ts'
import { todayInParis } from '../server/src/platform/paris.ts'
import type { TestApp } from '../server/src/testing/test-app.ts'
import { createBenchApp } from './bench-app.ts'
import type { BenchReport } from './report.ts'

/** Folder of the pairs beside the project, on machines that have them. */
const besideProject = path.resolve(import.meta.dirname, '../../shared/eval/versions')
const minReached = 0.98
const category = 'Versions'

type Pair = {
  id: string
  before_date: string
  valid_from: string
  question: string
  answer: Record<'before' | 'after' | 'before_key' | 'after_key', string>
}

type Count = { questions: number; reached: number; wrong: number }

const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** Measures which version of a document answers a question on a day: the sentence in force must reach the model, and the other version never. */
export async function benchInForce(folder = besideProject): Promise<BenchReport> {
  const title = 'Documents en vigueur : la version d’un jour répond'
  const file = path.join(folder, 'real.dev.json')
  if (!existsSync(file)) return { name: 'in-force', title, rows: [], note: 'Les paires de versions ne sont pas sur cette machine.' }
  const pairs = JSON.parse(readFileSync(file, 'utf8')) as Pair[]
  const app = await createBenchApp()
  app.context.extractor = createInProcessExtractor()
  try {
    const rows: Record<string, unknown>[] = []
    const failures: string[] = []
    const versions = await importPairs(app, folder, pairs)
    const today = todayInParis(app)
    const days: [string, 'before' | 'after', (pair: Pair) => string][] = [
      ['aujourd’hui', 'after', () => today],
      ['premier jour de la nouvelle version', 'after', ({ valid_from }) => valid_from],
      ['dernier jour de l’ancienne version', 'before', ({ valid_from }) => dayBefore(valid_from)],
    ]
    for (const builtIn of [false, true])
      for (const [name, side, dayOf] of days) {
        const count: Count = { questions: 0, reached: 0, wrong: 0 }
        for (const pair of pairs) await ask(app, pair, { side, as_of: dayOf(pair), builtIn, versions }, count, failures)
        if (!builtIn && count.reached < minReached * count.questions)
          failures.push(`${name} : ${count.reached} sur ${count.questions} phrases en vigueur données au modèle`)
        rows.push({
          Jour: name,
          Modèle: builtIn ? 'de démonstration' : 'de langage',
          Questions: count.questions,
          'Phrase donnée': count.reached,
          'Autre version': count.wrong,
        })
      }
    return { name: 'in-force', title, rows, failures }
  } finally {
    await app.close()
  }
}

type Versions = Map<string, Record<'before' | 'after', string>>

async function importPairs(app: TestApp, folder: string, pairs: readonly Pair[]): Promise<Versions> {
  const person = await app.createUser()
  const versions: Versions = new Map()
  for (const { id, before_date, valid_from } of pairs) {
    const read = (version: string) => readFileSync(path.join(folder, 'real', `${id}.${version}.md`), 'utf8')
    const before = await addToLibrary(app, person, `${id}.md`, read('v1'), { category, valid_from: before_date })
    const after = await addToLibrary(app, person, `${id} nouvelle version.md`, read('v2'), { category, valid_from, supersedes_id: before.id })
    versions.set(id, { before: before.id, after: after.id })
  }
  return versions
}

type Question = { side: 'before' | 'after'; as_of: string; builtIn: boolean; versions: Versions }

/** Whether a text contains words, whatever its spaces and its Markdown. */
function contains(text: string, words: string): boolean {
  const plain = (one: string) =>
    one
      .normalize('NFKC')
      .replace(/[*_|\s]+/g, ' ')
      .trim()
  return plain(text).includes(plain(words))
}

async function ask(app: TestApp, pair: Pair, { side, as_of, builtIn, versions }: Question, count: Count, failures: string[]): Promise<void> {
  const grounding = await groundOf(app.context, { question: pair.question, category, as_of }, builtIn)
  const ids = versions.get(pair.id)!
  const sources: readonly Source[] = grounding.sources
  const other = side === 'after' ? 'before' : 'after'
  count.questions += 1
  if (sources.some(({ document_id, extract }) => document_id === ids[side] && contains(extract, pair.answer[`${side}_key`]))) count.reached += 1
  // Other pairs may be in another version on this day: only the former or next version of this one is wrong for sure.
  if (!sources.some(({ document_id }) => document_id === ids[other])) return
  count.wrong += 1
  failures.push(`${pair.id}, ${as_of} : une version qui n’est pas en vigueur est donnée au modèle`)
}
