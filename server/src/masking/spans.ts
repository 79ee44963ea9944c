import type { MaskedKind } from '@parvis/contract'

/** Part of a text to mask, in UTF-16 offsets. */
export type MaskedSpan = { start: number; end: number; kind: MaskedKind }

/** Joins spans that overlap, so that no part of a value is left: the joined span has the kind of the first one. Returns them in order. */
export function joinSpans(spans: readonly MaskedSpan[]): MaskedSpan[] {
  const joined: MaskedSpan[] = []
  for (const span of spans.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = joined.at(-1)
    if (last === undefined || span.start >= last.end) joined.push({ ...span })
    else last.end = Math.max(last.end, span.end)
  }
  return joined
}

const plain = /^[\x20-\x7e]*$/
const folds = new Map<string, string>()

/** Returns one character in small letters, without its accent; the same number of UTF-16 units. */
function foldCharacter(character: string): string {
  const known = folds.get(character)
  if (known !== undefined) return known
  const base = /\s/.test(character) ? ' ' : character === '’' ? "'" : character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const folded = base.length === character.length ? base : character
  folds.set(character, folded)
  return folded
}

/** Returns a text in small letters without accents, with the same offsets. */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return text.replace(/[A-Z]+|[^\x20-\x7e]/g, (part) => (/^[A-Z]/.test(part) ? part.toLowerCase() : foldCharacter(part)))
}

/** Minimum length of a value that is looked for in other texts, in UTF-16 units. */
const minLength = 4
const wordPattern = /[\p{L}\p{N}]+/gu

/** Index of values that are found again wherever they are written, without regard to case and accents. */
export type ValueIndex = {
  add(value: string, kind: MaskedKind): void
  find(text: string): MaskedSpan[]
}

/** Node of the words of the values. A value ends at the node of its last word. `offset`: units before its first word. */
type WordNode = { next: Map<string, WordNode>; values: { folded: string; offset: number; kind: MaskedKind }[] }
const newNode = (): WordNode => ({ next: new Map(), values: [] })

export function createValueIndex(): ValueIndex {
  const root = newNode()
  const known = new Set<string>()
  return {
    add(value, kind) {
      const folded = foldText(value)
      if (folded.trim().length < minLength || known.has(folded)) return
      const words = [...folded.matchAll(wordPattern)]
      if (words.length === 0) return
      known.add(folded)
      let node = root
      for (const [word] of words) {
        const next = node.next.get(word) ?? newNode()
        node.next.set(word, next)
        node = next
      }
      node.values.push({ folded, offset: words[0]!.index, kind })
    },
    find(text) {
      if (known.size === 0) return []
      const folded = foldText(text)
      const words = [...folded.matchAll(wordPattern)]
      const spans: MaskedSpan[] = []
      for (let at = 0; at < words.length; at += 1) {
        let node = root.next.get(words[at]![0])
        for (let last = at; node !== undefined; last += 1, node = last < words.length ? node.next.get(words[last]![0]) : undefined) {
          for (const { folded: value, offset, kind } of node.values) {
            const start = words[at]!.index - offset
            if (start >= 0 && folded.startsWith(value, start)) spans.push({ start, end: start + value.length, kind })
          }
        }
      }
      return spans
    },
  }
}
