import { escapeXml, type DocumentBlock, type TrackedChange } from '@parvis/markdown'

/** Number of paragraphs at each end of each move, by `moveKey`. */
export type MoveCounts = ReadonlyMap<string, number>

const moveKey = ({ kind, move }: TrackedChange) => `${kind} ${move}`

/** Counts the paragraphs that were moved. */
export function countMoves(blocks: readonly DocumentBlock[]): MoveCounts {
  const counts = new Map<string, number>()
  const count = (all: readonly DocumentBlock[]): void => {
    for (const block of all) {
      if (block.kind === 'quote') count(block.blocks)
      else if (block.kind === 'list') for (const item of block.items) count(item)
      else if (block.kind !== 'table' && block.change?.move !== undefined) counts.set(moveKey(block.change), (counts.get(moveKey(block.change)) ?? 0) + 1)
    }
  }
  count(blocks)
  return counts
}

/** Writes the tracked changes of one document, which it numbers. */
export type ChangeWriter = {
  /** Writes runs inside their change. Deleted ones must have `w:delText`. */
  wrap(change: TrackedChange | undefined, runs: string): string
  /** Writes the change of a row, or of a paragraph mark, without content. */
  mark(change: TrackedChange | undefined): string
  /** Writes the last property of a paragraph: the change of its mark. */
  paragraphMark(change: TrackedChange | undefined): string
  /** Writes a paragraph inside the range of its move, which its first paragraph begins and its last one ends. */
  inMove(change: TrackedChange | undefined, properties: string, content: string): string
}

const nameOf = ({ kind, move }: TrackedChange) =>
  kind === 'inserted' ? (move === undefined ? 'w:ins' : 'w:moveTo') : move === undefined ? 'w:del' : 'w:moveFrom'

export function createChangeWriter(moves: MoveCounts): ChangeWriter {
  let number = 0
  const written = new Map<string, number>()
  const signature = ({ author, date }: TrackedChange) => `w:author="${escapeXml(author)}" w:date="${escapeXml(date.replace(/\.\d+Z$/, 'Z'))}"`
  const opening = (change: TrackedChange) => `${nameOf(change)} w:id="${(number += 1)}" ${signature(change)}`
  const mark = (change: TrackedChange | undefined) => (change === undefined ? '' : `<${opening(change)}/>`)
  return {
    wrap: (change, runs) => (change === undefined || runs === '' ? runs : `<${opening(change)}>${runs}</${nameOf(change)}>`),
    mark,
    paragraphMark: (change) => (change === undefined ? '' : `<w:rPr>${mark(change)}</w:rPr>`),
    inMove(change, properties, content) {
      if (change?.move === undefined) return `<w:p>${properties}${content}</w:p>`
      const key = moveKey(change)
      const position = (written.get(key) ?? 0) + 1
      written.set(key, position)
      const range = `${nameOf(change)}Range`
      // Both ends of a range have one number, apart from those of changes.
      const id = 1_000_000 + 2 * change.move + (change.kind === 'deleted' ? 0 : 1)
      const start = position === 1 ? `<${range}Start w:id="${id}" w:name="deplacement${change.move + 1}" ${signature(change)}/>` : ''
      return `<w:p>${properties}${start}${content}</w:p>${position === moves.get(key) ? `<${range}End w:id="${id}"/>` : ''}`
    },
  }
}
