import { diffArrays } from 'diff'
import { keyOf } from './text/fold.ts'
import type { WordPart } from './types.ts'

/** Number of differences after which two texts are shown whole. */
const maxDifferences = 1_000
/** Number of characters of both texts together beyond which they are shown whole. */
const maxCharacters = 60_000
/** Pattern of a number with its groups of thousands and its decimals, a word, or what is between words. */
const token = /\d{1,3}(?:[\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?|[\p{L}\p{M}]+|[^\p{L}\p{M}\d]+/gu

interface Token {
  text: string
  key: string
}

/** Key of what is between words: its signs without the kind of quote, dash or space. */
const separatorKey = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[’‘ʼ`]/g, "'")
    .replace(/[«»“”„]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replace(/\s+/g, '') || ' '

const tokensOf = (text: string): Token[] =>
  (text.match(token) ?? []).map((part) => ({ text: part, key: /[\p{L}\d]/u.test(part) ? keyOf(part) : separatorKey(part) }))

/**
 * Compares two texts word by word. What differs by typography alone is the same, and has the new typography. Removed words come before the ones that replace
 * them; words separated by nothing but spaces or signs that did not change are one change.
 */
export function compareWords(before: string, after: string): WordPart[] {
  if (before.length + after.length > maxCharacters) return joinParts([part('removed', before), part('added', after)])
  const [left, right] = [tokensOf(before), tokensOf(after)]
  const found = diffArrays(
    left.map(({ key }) => key),
    right.map(({ key }) => key),
    { maxEditLength: maxDifferences },
  )
  if (found === undefined) return joinParts([part('removed', before), part('added', after)])
  const parts: WordPart[] = []
  const old: string[] = []
  let [i, j] = [0, 0]
  for (const { added, removed, count } of found) {
    const kind = added ? 'added' : removed ? 'removed' : 'same'
    const text = (removed ? left.slice(i, i + count) : right.slice(j, j + count)).map((one) => one.text).join('')
    parts.push({ kind, text })
    // An unchanged separator inside a change is written on both sides.
    old.push(
      kind === 'same'
        ? left
            .slice(i, i + count)
            .map((one) => one.text)
            .join('')
        : text,
    )
    if (!added) i += count
    if (!removed) j += count
  }
  return joinParts(
    parts.flatMap((one, at) =>
      one.kind === 'same' && at > 0 && at < parts.length - 1 && !/[\p{L}\d]/u.test(one.text) ? [part('removed', old[at]!), part('added', one.text)] : [one],
    ),
  )
}

const part = (kind: WordPart['kind'], text: string): WordPart => ({ kind, text })

/** Joins neighbours of the same kind; within a change, puts what is removed first. */
function joinParts(parts: readonly WordPart[]): WordPart[] {
  const joined: WordPart[] = []
  let [removed, added] = ['', '']
  const flush = () => {
    if (removed !== '') joined.push(part('removed', removed))
    if (added !== '') joined.push(part('added', added))
    removed = added = ''
  }
  for (const { kind, text } of parts) {
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else {
      flush()
      if (joined.at(-1)?.kind === 'same') joined.at(-1)!.text += text
      else joined.push(part('same', text))
    }
  }
  flush()
  return joined
}
