import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import type { Corpus } from '@parvis/contract'
import { percentile } from '@parvis/french-search/bench'
import type { BenchReport } from '../report.ts'
import { corporaOf, openInstance, waitInUse, type ImportCost } from './instance.ts'
import { versionsPerArticle, writeMadePack } from './made-pack.ts'

const changedArticles = 2_000
const maxSeconds = { whole: 30 * 60, differential: 60 }
const patience = 3_600
const [firstDay, nextDay] = ['2026-11-01', '2026-11-29']
const isPublished = (day: string) => (corpora: readonly Corpus[]) => corpora.some(({ state, extracted_on }) => state === 'publie' && extracted_on === day)

/**
 * Measures the import of a corpus by the running application while a person uses it: a whole one, then one that completes it. A fifth of that size is imported
 * by an instance that is killed three times, and by another that is not: both must hold the same.
 * @param size versions of the corpus; by default 500,000
 */
export async function benchCorpus(size = '500000'): Promise<BenchReport> {
  const dir = mkdtempSync(path.join(tmpdir(), 'parvis-bench-corpus-'))
  try {
    const versions = Number(size)
    const [whole, differential, part] = ['entier.json', 'complement.json', 'cinquieme.json'].map((name) => path.join(dir, name)) as [string, string, string]
    await writeMadePack(whole, { versions, extracted_on: firstDay })
    await writeMadePack(differential, { versions, extracted_on: nextDay, based_on: firstDay, changed: changedArticles })
    await writeMadePack(part, { versions: versions / 5, extracted_on: firstDay })
    const failures: string[] = []
    const rows = await measureImports(path.join(dir, 'mesure'), { versions, whole, differential }, failures)
    rows.push(await compareKilled(dir, versions / 5, part, failures))
    return {
      name: 'corpus',
      title: 'Import d’un corpus de textes, produit en marche',
      rows,
      failures,
      note: `Base embarquée ; ${versionsPerArticle} versions par article, d’environ 700 caractères. Pendant l’import, une personne liste sans cesse assistants, conversations et catégories, et l’état des corpus est lu chaque seconde ; « appel » est la durée de ses appels ; processeur et mémoire sont ceux du serveur, base comprise. Le processus mesuré, sa base et la personne partagent la machine avec ce qui y tourne (charge).`,
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function rowOf(what: string, { seconds, cpu, peakMb, calls, refused }: ImportCost, file: string): Record<string, unknown> {
  return {
    Import: what,
    'Fichier (Mo)': Math.round(statSync(file).size / 2 ** 20),
    'Durée (s)': Math.round(seconds),
    'Processeur (s)': Math.round(cpu),
    'Mémoire maximale (Mo)': peakMb,
    'Appel p50 (ms)': Math.round(percentile(calls, 0.5)),
    'p95 (ms)': Math.round(percentile(calls, 0.95)),
    'maximum (ms)': Math.round(Math.max(...calls)),
    'Refusés (503)': refused,
    Charge: loadavg()[0]!.toFixed(1),
  }
}

type MeasuredFiles = { versions: number; whole: string; differential: string }

async function measureImports(dataDir: string, { versions, whole, differential }: MeasuredFiles, failures: string[]): Promise<Record<string, unknown>[]> {
  const instance = openInstance(dataDir)
  const app = await instance.start()
  const rows: Record<string, unknown>[] = []
  try {
    for (const [what, file, day, limit] of [
      [`${versions.toLocaleString('fr-FR')} versions`, whole, firstDay, maxSeconds.whole],
      [`complément de ${changedArticles.toLocaleString('fr-FR')} articles`, differential, nextDay, maxSeconds.differential],
    ] as const) {
      const [cost] = await Promise.all([waitInUse(app, isPublished(day), patience), instance.runImport(file)])
      rows.push(rowOf(what, cost, file))
      if (cost.refused > 0) failures.push(`${what} : ${cost.refused} appels refusés pendant l’import`)
      if (cost.seconds > limit) failures.push(`${what} : ${Math.round(cost.seconds)} s, pour ${limit} au plus`)
      process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`)
    }
  } finally {
    await app.stop()
  }
  return rows
}

/** Kills the application at each quarter of the import, and runs the same command again. */
async function compareKilled(dir: string, versions: number, file: string, failures: string[]): Promise<Record<string, unknown>> {
  const articles = Math.ceil(versions / versionsPerArticle)
  const killed = openInstance(path.join(dir, 'tue'))
  const costs: ImportCost[] = []
  let doneBefore = 0
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const app = await killed.start()
    const [before] = await corporaOf(app)
    if ((before?.articles ?? 0) < doneBefore) failures.push(`après l’arrêt brutal, ${before?.articles ?? 0} articles écrits au lieu de ${doneBefore}`)
    // The command fails when the server dies.
    const command = killed.runImport(file).catch(() => '')
    const isReached = ([corpus]: readonly Corpus[]) => corpus !== undefined && (share < 1 ? corpus.articles >= share * articles : corpus.state === 'publie')
    costs.push(await waitInUse(app, isReached, patience))
    doneBefore = (await corporaOf(app))[0]!.articles
    if (share < 1) {
      const exit = new Promise((resolve) => app.child.once('exit', resolve))
      app.child.kill('SIGKILL')
      await exit
      await command
    } else {
      await command
      await app.stop()
    }
  }
  const spared = openInstance(path.join(dir, 'epargne'))
  const app = await spared.start()
  await Promise.all([waitInUse(app, isPublished(firstDay), patience), spared.runImport(file)])
  await app.stop()
  if ((await killed.digest()) !== (await spared.digest())) failures.push('l’import tué trois fois n’a pas les mêmes textes que celui qui ne l’est pas')
  const sum: ImportCost = {
    seconds: costs.reduce((total, { seconds }) => total + seconds, 0),
    cpu: costs.reduce((total, { cpu }) => total + cpu, 0),
    peakMb: Math.max(...costs.map(({ peakMb }) => peakMb)),
    calls: costs.flatMap(({ calls }) => calls),
    refused: costs.reduce((total, { refused }) => total + refused, 0),
  }
  return rowOf(`${versions.toLocaleString('fr-FR')} versions, serveur tué trois fois`, sum, file)
}
