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
const isWordCharacter = /[\p{L}\p{N}]/u
const firstWord = /[\p{L}\p{N}]+/u
const wordPattern = /[\p{L}\p{N}]+/gu

/** Index of values that are found again wherever they are written, without regard to case and accents. */
export type ValueIndex = {
  add(value: string, kind: MaskedKind): void
  find(text: string): MaskedSpan[]
}

export function createValueIndex(): ValueIndex {
  /** Values by their first word. `offset`: units before that word. */
  const byWord = new Map<string, { folded: string; offset: number; kind: MaskedKind }[]>()
  const known = new Set<string>()
  return {
    add(value, kind) {
      const folded = foldText(value)
      if (folded.trim().length < minLength || known.has(folded)) return
      const first = firstWord.exec(folded)
      if (first === null) return
      known.add(folded)
      const values = byWord.get(first[0]) ?? []
      values.push({ folded, offset: first.index, kind })
      byWord.set(first[0], values)
    },
    find(text) {
      if (byWord.size === 0) return []
      const folded = foldText(text)
      const spans: MaskedSpan[] = []
      for (const word of folded.matchAll(wordPattern)) {
        for (const value of byWord.get(word[0]) ?? []) {
          const start = word.index - value.offset
          const end = start + value.folded.length
          if (start < 0 || !folded.startsWith(value.folded, start)) continue
          if (isWordCharacter.test(folded[end - 1]!) && end < folded.length && isWordCharacter.test(folded[end]!)) continue
          spans.push({ start, end, kind: value.kind })
        }
      }
      return spans
    },
  }
}
