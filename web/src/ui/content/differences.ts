import { diffWordsWithSpace } from 'diff'

/** A run of text: kept, added or removed. */
export interface Piece {
  text: string
  kind: 'same' | 'added' | 'removed'
}

// Beyond so many changed words the two texts have nothing in common to show, and the search would freeze the page.
const maxEdits = 2_000

/** What changes from one text to another, word by word; in whole where they have nothing in common. */
export function differences(before: string, after: string): Piece[] {
  if (before === after) return before === '' ? [] : [{ text: before, kind: 'same' }]
  const found = diffWordsWithSpace(before, after, { maxEditLength: maxEdits })
  if (found === undefined)
    return [
      { text: before, kind: 'removed' },
      { text: after, kind: 'added' },
    ]
  return found.map(({ value, added, removed }) => ({ text: value, kind: added ? 'added' : removed ? 'removed' : 'same' }))
}

const keptAround = 160

/** Long runs of kept text are cut in their middle, where `…` stands: what changed stays in sight. */
export function shortened(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, at) => {
    if (piece.kind !== 'same' || piece.text.length <= keptAround * 3) return piece
    const head = at === 0 ? '' : piece.text.slice(0, keptAround)
    const tail = at === pieces.length - 1 ? '' : piece.text.slice(-keptAround)
    return { ...piece, text: `${head}\n[…]\n${tail}` }
  })
}
