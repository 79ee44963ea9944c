import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createDetector, samePerson, type PersonalDataSpan } from '@parvis/personal-data'
import type { BenchOptions, BenchReport } from './report.ts'

/** Folder of the texts and of their scoring beside the project, on machines that have them. */
const besideProject = path.resolve(import.meta.dirname, '../../shared/eval/masking')
/** Length of the timed texts, in UTF-16 units: a full context of a model. */
const timedLength = 60_000
/** Longest time for it once warm, in milliseconds. */
const maxMilliseconds = 15
const runs = 200

type Row = { id: string; text: string }
type Group = { gold: number; recall: number; precision: number }
type Total = { byKind: Record<string, Group>; groups: Record<string, Group>; keeps: number }
type Scoring = {
  readSet: (file: string) => Row[]
  scoreText: (row: Row, spans: object[]) => { lost: string[] }
  sum: (results: object[]) => Total
  aims: Record<string, { recall: number; precision: number }>
}

/** Prose about nobody, as a context mostly is. */
const prose = `Le conseil municipal, après en avoir délibéré, approuve le projet d’aménagement de la place du Marché, pour un montant de 48 250,00 € hors taxes.
La commission rappelle que les articles L. 2121-29 et R. 151-1 s’appliquent, et que les travaux commenceront au printemps.\n\n`
/** A text of which each line has a name and a number: the longest to read. */
const dense = 'Mme Anne Kerbrat (06 39 98 10 53), née le 12/03/1950, a été reçue avec M. Paul LE BIHAN, 12 rue des Lilas. M. Le Bihan rappellera.\n'

/** Measures what the detector finds in a set of texts, by kind, and how long 60,000 characters take. Without the set, only the time is measured. */
export async function benchPersonalData({ sets, split }: BenchOptions): Promise<BenchReport> {
  const detector = createDetector()
  const times = { prose: fastest(detector, prose), dense: fastest(detector, dense) }
  const timed = { texte: `${timedLength} signes`, 'prose, ms': times.prose, 'un nom par ligne, ms': times.dense }
  const slow = times.prose > maxMilliseconds ? [`${timedLength} signes en ${maxMilliseconds} ms`] : []
  const directory = path.resolve(sets ?? besideProject)
  const file = path.join(directory, `${split}.jsonl`)
  if (!existsSync(file)) return { name: 'personal-data', title: 'Données personnelles : durée', rows: [timed], failures: slow }
  const { readSet, scoreText, sum, aims } = (await import(pathToFileURL(path.join(directory, 'score.mjs')).href)) as Scoring
  const texts = readSet(file)
  const results = texts.map((row) => scoreText(row, withLabels(row.text, detector.find(row.text))))
  const total = sum(results)
  const missed = Object.entries(aims).flatMap(([group, aim]) =>
    (['recall', 'precision'] as const).filter((figure) => total.groups[group]![figure] < aim[figure]).map((figure) => `${group}, ${figure}`),
  )
  const rows = Object.entries(total.byKind).flatMap(([kind, { gold, recall, precision }]) =>
    gold === 0 ? [] : [{ sorte: kind, valeurs: gold, rappel: percent(recall), précision: percent(precision) }],
  )
  const note = `${texts.length} textes ; ${results.flatMap(({ lost }) => lost).length} des ${total.keeps} passages à laisser sont touchés. ${timedLength} signes de prose en ${times.prose} ms, d’un nom par ligne en ${times.dense} ms, une fois le code chaud (le plus court de ${runs} essais).`
  return { name: 'personal-data', title: `Données personnelles (partie ${split})`, rows, note, failures: [...missed, ...slow] }
}

const percent = (share: number): string => `${(share * 100).toFixed(1).replace('.', ',')} %`

/** Shortest time of several runs, in milliseconds. */
function fastest(detector: ReturnType<typeof createDetector>, line: string): number {
  const text = line.repeat(Math.ceil(timedLength / line.length)).slice(0, timedLength)
  const times = Array.from({ length: runs }, () => {
    const start = performance.now()
    detector.find(text)
    return performance.now() - start
  })
  return Number(Math.min(...times).toFixed(1))
}

/** Gives one label to the forms of one person, as the masking of requests does. */
function withLabels(text: string, spans: PersonalDataSpan[]): object[] {
  const people: string[] = []
  return spans.map((span) => {
    if (span.kind !== 'personne') return span
    const name = span.person ?? text.slice(span.start, span.end)
    const known = people.indexOf(name)
    const index = known >= 0 ? known : people.findIndex((other) => samePerson(other, name))
    return { ...span, label: index >= 0 ? index : people.push(name) - 1 }
  })
}
