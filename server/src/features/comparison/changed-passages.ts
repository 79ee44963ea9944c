import type { Source } from '@parvis/contract'
import type { Change, ChangeSide, Comparison } from '@parvis/document-comparison'
import { estimateTokens } from '@parvis/french-search'
import type { SourceDates } from '../documents/present.ts'

/** Maximum length of the passage of one side of a change, in characters. */
const maxExtract = 3_000
/** Characters shown before the first word that changes, when the passage is cut. */
const charactersBefore = 500
/** Estimated tokens of the fence and of the first line of a passage. */
const tokensPerPassage = 40

/** One of the two documents, with the dates that its sources show. */
export type ComparedSide = { id: string; name: string; dates: SourceDates }

export type ChangedPassages = {
  /** Passages of both documents, numbered from 1. `section` begins with « avant » or « après ». */
  sources: Source[]
  /** Line of each change, with the numbers of its passages: « Modifié : avant [1], après [2] ». */
  lines: string[]
  /** Number of changes that did not fit. */
  leftOut: number
}

const kindNames: Record<Change['kind'], string> = { added: 'Ajouté', removed: 'Retiré', changed: 'Modifié', moved: 'Déplacé' }

/** Makes the numbered passages of the changes that fit in a token budget, in the order of the new text. Those that change a figure are taken first. */
export function changedPassages(
  { changes, figures }: Comparison,
  documents: { before: ComparedSide; after: ComparedSide },
  tokenBudget: number,
): ChangedPassages {
  const withFigures = new Set(figures.map(({ change }) => change))
  const byUrgency = changes.map((change, at) => ({ change, at })).toSorted((one, other) => Number(withFigures.has(other.at)) - Number(withFigures.has(one.at)))
  const taken = new Set<number>()
  let tokens = 0
  for (const { change, at } of byUrgency) {
    const size = sidesOf(change).reduce((sum, side) => sum + tokensPerPassage + estimateTokens(extractOf(change, side)), 0)
    if (tokens + size > tokenBudget) continue
    tokens += size
    taken.add(at)
  }
  const passages: ChangedPassages = { sources: [], lines: [], leftOut: changes.length - taken.size }
  for (const [at, change] of changes.entries()) {
    if (!taken.has(at)) continue
    const places = sidesOf(change).map((side) => {
      const number = passages.sources.length + 1
      passages.sources.push(toSource(number, change, side, documents[side]))
      return `${sideNames[side]} [${number}]`
    })
    passages.lines.push(`- ${kindNames[change.kind]}\u00a0: ${places.join(', ')}`)
  }
  return passages
}

type Side = 'before' | 'after'
const sideNames: Record<Side, string> = { before: 'avant', after: 'après' }

const sidesOf = (change: Change): Side[] => (['before', 'after'] as const).filter((side) => change[side] !== null)

const toSource = (number: number, change: Change, side: Side, document: ComparedSide): Source => ({
  number,
  document_id: document.id,
  document: document.name,
  ...document.dates,
  page: change[side]!.page,
  section: change.section === null ? sideNames[side] : `${sideNames[side]}, ${change.section}`,
  extract: extractOf(change, side),
  score: 1,
})

/** Returns the text of a side; of a long one, the part around the first words that change. */
function extractOf(change: Change, side: Side): string {
  const { text }: ChangeSide = change[side]!
  if (text.length <= maxExtract) return text
  const start = Math.max(0, firstChangedAt(change, side) - charactersBefore)
  return text.slice(start, start + maxExtract).toWellFormed()
}

/** Position of the first word that changes in the text of a side; 0 when the whole text does. */
function firstChangedAt({ words = [] }: Change, side: Side): number {
  const own = side === 'before' ? 'removed' : 'added'
  let position = 0
  for (const { kind, text } of words) {
    if (kind === own) return position
    if (kind === 'same') position += text.length
  }
  return 0
}
