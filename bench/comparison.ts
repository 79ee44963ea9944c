import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { compareInThread, type ComparedDocument, type Comparison } from '@parvis/document-comparison'
import { createInProcessExtractor } from '@parvis/document-reading/in-process'
import type { BenchReport } from './report.ts'

/** Folder of the pairs beside the project, on machines that have them. */
const besideProject = path.resolve(import.meta.dirname, '../../shared/eval/versions')
const pages = 300
const maxSeconds = 2
const attempts = 5
/** Load of the machine, in runnable processes, from which its waits say nothing of the product: the processor time is then compared with the limit. */
const busyLoad = 2

interface PairScores {
  found: number
  expected: number
  right: number
  wrong: number
  figures: number
  figuresFound: number
  figuresWrong: number
  stillWrong: number
}

interface Scorer {
  readSet: (folder: string, name: string) => { id: string; compare?: boolean }[]
  scorePairs: (folder: string, pairs: unknown, kind: string, answers: Record<string, Comparison>, verbose: boolean) => PairScores
}

/** Measures the comparison of 300 pages, and the changes found in the pairs of versions beside the project. */
export async function benchComparison(): Promise<BenchReport> {
  const rows: Record<string, unknown>[] = []
  const failures: string[] = []
  const document = longDocument(1)
  for (const [name, other] of [
    ['une correction par page', edited(document)],
    ['pages dans un autre ordre', { pages: [...document.pages].reverse() }],
    ['un tout autre texte', longDocument(2)],
  ] as const) {
    const { changes, load, ...p50 } = await measure(document, other)
    const [measured, seconds] = load < busyLoad ? ['à l’horloge', p50.wall] : ['de processeur', p50.processor]
    if (seconds > maxSeconds) failures.push(`${pages} pages, ${name} : ${seconds.toFixed(1)} s ${measured}, plus de ${maxSeconds} s`)
    rows.push({
      Paires: `${pages} pages, ${name}`,
      Changements: changes,
      'Secondes (p50)': p50.wall.toFixed(2),
      'Processeur (s, p50)': p50.processor.toFixed(2),
      'Fil principal retenu (ms)': p50.blockedMs.toFixed(0),
      'Charge de la machine': load.toFixed(2),
    })
  }
  if (existsSync(path.join(besideProject, 'score.mjs')))
    for (const kind of ['made', 'real']) {
      const { row, missed } = await scoreSet(kind)
      rows.push(row)
      failures.push(...missed)
    }
  return { name: 'comparison', title: 'Comparaison de deux versions', rows, failures }
}

/** Compares two documents several times. @returns medians, in seconds; `blockedMs`: longest wait of the main thread, in milliseconds */
async function measure(before: ComparedDocument, after: ComparedDocument) {
  const load = loadavg()[0]!
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const [walls, processors]: number[][] = [[], []]
  let changes = 0
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [start, used] = [performance.now(), process.cpuUsage()]
    delay.enable()
    changes = (await compareInThread(before, after, AbortSignal.timeout(60_000))).changes.length
    delay.disable()
    const { user, system } = process.cpuUsage(used)
    walls!.push((performance.now() - start) / 1_000)
    processors!.push((user + system) / 1_000_000)
  }
  const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
  return { changes, load, wall: median(walls!), processor: median(processors!), blockedMs: delay.max / 1_000_000 }
}

async function scoreSet(kind: string): Promise<{ row: Record<string, unknown>; missed: string[] }> {
  const { readSet, scorePairs } = (await import(pathToFileURL(path.join(besideProject, 'score.mjs')).href)) as Scorer
  const pairs = readSet(besideProject, `${kind}.dev.json`)
  const reader = createInProcessExtractor()
  const read = async (name: string): Promise<ComparedDocument> => {
    const result = await reader.extract({ path: path.join(besideProject, kind, name), original_filename: name }, { signal: AbortSignal.timeout(60_000) })
    if (!result.ok) throw new Error(`${name} : ${result.failure.reason}`)
    return result.document
  }
  const answers: Record<string, Comparison> = {}
  const start = performance.now()
  for (const { id } of pairs.filter(({ compare }) => compare !== false))
    answers[id] = await compareInThread(await read(`${id}.v1.md`), await read(`${id}.v2.md`), AbortSignal.timeout(60_000))
  const seconds = (performance.now() - start) / 1000
  await reader.close()
  const score = scorePairs(besideProject, pairs, kind, answers, false)
  const share = (part: number, all: number) => (all === 0 ? 1 : part / all)
  const aims = {
    'changements trouvés': share(score.found, score.expected),
    justes: share(score.right, score.right + score.wrong),
    'chiffres trouvés': share(score.figuresFound, score.figures),
  }
  const missed = Object.entries(aims).flatMap(([name, value]) => (value < 0.95 ? [`${kind} : ${name} ${(100 * value).toFixed(1)} %`] : []))
  if (score.stillWrong > 0) missed.push(`${kind} : ${score.stillWrong} paires de typographie seule ont des changements`)
  const row = {
    Paires: `${Object.keys(answers).length} (${kind})`,
    Changements: `${score.found} / ${score.expected} trouvés, ${score.wrong} faux`,
    Chiffres: `${score.figuresFound} / ${score.figures} trouvés, ${score.figuresWrong} faux`,
    'Secondes (p50)': seconds.toFixed(2),
  }
  return { row, missed }
}

const words =
  'commune conseil délibération maire service agent dossier tarif délai convention budget marché travaux école cantine subvention avis séance vote permis'.split(
    ' ',
  )

/** Makes 300 pages of articles, paragraphs and tables. @param seed same seed, same text */
function longDocument(seed: number): ComparedDocument {
  let state = seed
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  const sentence = () => `${Array.from({ length: 15 }, () => (next(9) === 0 ? String(next(900)) : words[next(words.length)])).join(' ')}.`
  return {
    pages: Array.from({ length: pages }, (_, page) => ({
      page: page + 1,
      blocks: [
        { kind: 'heading' as const, level: 2, text: `Article ${page + 1} – ${sentence().slice(0, 30)}` },
        ...Array.from({ length: 18 }, () => ({ kind: 'paragraph' as const, text: sentence() })),
        { kind: 'table' as const, header: true, rows: Array.from({ length: 8 }, (_row, at) => [`ligne ${at}`, String(next(1000)), '10 €']) },
      ],
    })),
  }
}

const edited = ({ pages: all }: ComparedDocument): ComparedDocument => ({
  pages: all.map((page) => ({
    ...page,
    blocks: page.blocks.map((block, at) => (at === 3 && block.kind === 'paragraph' ? { ...block, text: `${block.text} Fin.` } : block)),
  })),
})
