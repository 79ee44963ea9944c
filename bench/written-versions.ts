import { compareRichTexts, compareVersions, mergeBlocks, type Block, type VersionStep } from '@parvis/written-document'
import type { BenchReport } from './report.ts'

const characters = 190_000
const maxMs = 300
const attempts = 15

/** Measures the comparison of two versions of a written document of sixty pages, block by block then word by word, and their merge. */
export async function benchWrittenVersions(): Promise<BenchReport> {
  const before = longDocument()
  const blocks = before.length
  const versions: [string, Block[]][] = [
    ['une phrase de chaque bloc sur dix', before.map((block, at) => (at % 10 === 0 ? changed(block) : block))],
    ['chaque bloc', before.map(changed)],
    ['un fichier revenu, aux autres identités', before.map((block, at) => ({ ...(at % 10 === 0 ? changed(block) : block), id: `f${at}` }))],
    ['les blocs dans un autre ordre', [...before].reverse()],
    ['un tout autre texte', longDocument(2).map((block) => ({ ...block, id: `x${block.id}` }))],
  ]
  const failures: string[] = []
  const rows = versions.map(([name, after]) => {
    const compared = measure(() => wordsOf(compareVersions(before, after)))
    const merged = measure(() => mergeBlocks(before, before, after))
    if (compared.p50 > maxMs) failures.push(`${name} : ${compared.p50.toFixed(0)} ms, plus de ${maxMs} ms`)
    return {
      Versions: `${characters.toLocaleString('fr-FR')} caractères, ${blocks} blocs ; change : ${name}`,
      'Comparées (ms, p50)': compared.p50.toFixed(1),
      'Comparées (ms, p95)': compared.p95.toFixed(1),
      'Réunies (ms, p50)': merged.p50.toFixed(1),
      [`Part de ${maxMs} ms`]: `${((100 * compared.p50) / maxMs).toFixed(0)} %`,
    }
  })
  return { name: 'written-versions', title: 'Versions d’un document rédigé', rows, failures }
}

/** Compares the words of the blocks that changed, as the screen and the export do. */
function wordsOf(steps: readonly VersionStep[]): number {
  return steps.reduce((count, step) => {
    if (step.kind !== 'changed' || !('text' in step.before) || !('text' in step.after)) return count
    return count + compareRichTexts(step.before.text, step.after.text).length
  }, 0)
}

function measure(work: () => unknown): { p50: number; p95: number } {
  const times = Array.from({ length: attempts }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  }).toSorted((one, other) => one - other)
  return { p50: times[Math.floor(attempts / 2)]!, p95: times[Math.floor(attempts * 0.95)]! }
}

const changed = (block: Block): Block =>
  'text' in block && typeof block.text === 'string' ? ({ ...block, text: block.text.replace(/\d+/, '999') } as Block) : block

const words =
  'commune conseil délibération maire service agent dossier tarif délai convention budget marché travaux école cantine subvention avis séance vote permis'.split(
    ' ',
  )

/** Makes headings and paragraphs of 250 to 550 characters. @param seed same seed, same text */
function longDocument(seed = 1): Block[] {
  let state = seed
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  const blocks: Block[] = []
  for (let length = 0; length < characters;) {
    const at = blocks.length
    const text = Array.from({ length: at % 8 === 0 ? 5 : 35 + next(40) }, () => (next(9) === 0 ? String(next(900)) : words[next(words.length)])).join(' ')
    blocks.push(at % 8 === 0 ? { id: `b${at}`, kind: 'heading', level: 2, text } : { id: `b${at}`, kind: 'paragraph', style: 'body', text: `${text}.` })
    length += text.length
  }
  return blocks
}
