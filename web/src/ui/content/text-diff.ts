import { diffWordsWithSpace } from 'diff'

/** Part of a text comparison: unchanged, added or removed. */
export interface TextDiffPart {
  text: string
  kind: 'same' | 'added' | 'removed'
}

// With more changed words, the texts have nothing in common worth showing, and the comparison would freeze the page.
const maxEdits = 2_000

/** Compares two texts word by word. With more than `maxEdits` changes, returns the whole old text as removed and the whole new text as added. */
export function diffWords(before: string, after: string): TextDiffPart[] {
  if (before === after) return before === '' ? [] : [{ text: before, kind: 'same' }]
  const parts = diffWordsWithSpace(before, after, { maxEditLength: maxEdits })
  if (parts === undefined)
    return [
      { text: before, kind: 'removed' },
      { text: after, kind: 'added' },
    ]
  return parts.map(({ value, added, removed }) => ({ text: value, kind: added ? 'added' : removed ? 'removed' : 'same' }))
}

const contextLength = 160

/** Cuts long unchanged parts in their middle, marked by `[…]`, so that the changes stay close together. */
export function shortenUnchanged(pieces: readonly TextDiffPart[]): TextDiffPart[] {
  return pieces.map((piece, index) => {
    if (piece.kind !== 'same' || piece.text.length <= contextLength * 3) return piece
    const head = index === 0 ? '' : piece.text.slice(0, contextLength)
    const tail = index === pieces.length - 1 ? '' : piece.text.slice(-contextLength)
    return { ...piece, text: `${head}\n[…]\n${tail}` }
  })
}
