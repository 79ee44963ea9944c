import { diffArrays } from 'diff'
import { isNote, spansOf, toRichText, type RichText, type Span } from './model.ts'

/** Revision of a part of a text. */
export type Revision = 'same' | 'inserted' | 'deleted'

/** Part of a text with its revision. */
export interface RevisedSpan {
  revision: Revision
  span: Span
}

/** Number of differences after which two texts are shown whole: one deleted, the other inserted. */
const maxDifferences = 1_000
/** Number of characters of both texts together beyond which they are shown whole. */
const maxCharacters = 60_000

/** Pattern of a number with its groups of thousands, a word, or one sign. */
const token = /\d{1,3}(?:[\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?|[\p{L}\p{M}]+|\s+|[^\p{L}\p{M}\d\s]/gu

interface Token {
  span: Span
  /** Text and look: a word that becomes bold is a change. */
  key: string
}

function tokensOf(text: RichText): Token[] {
  return spansOf(text).flatMap((span): Token[] => {
    if (isNote(span)) return [{ span, key: `note ${JSON.stringify(toRichText([span]))}` }]
    const look = `${(span.marks ?? []).toSorted().join()} ${span.link ?? ''}`
    return (span.text.match(token) ?? []).map((part) => ({ span: { ...span, text: part }, key: `${part}\u0000${look}` }))
  })
}

/** Compares two texts word by word, between what both begin and end with. Deleted words come before the ones that replace them. */
export function compareRichTexts(before: RichText, after: RichText): RevisedSpan[] {
  const [left, right] = [tokensOf(before), tokensOf(after)]
  const isSame = (i: number, j: number) => left[i] !== undefined && left[i].key === right[j]?.key
  let head = 0
  while (isSame(head, head)) head += 1
  let tail = 0
  while (head + tail < Math.min(left.length, right.length) && isSame(left.length - 1 - tail, right.length - 1 - tail)) tail += 1
  const [start, end] = [right.slice(0, head), right.slice(right.length - tail)].map((tokens) => tokens.map(({ span }) => revised('same', span)))
  const middle = compareTokens(left.slice(head, left.length - tail), right.slice(head, right.length - tail))
  return joined([...start!, ...middle, ...end!])
}

function compareTokens(left: readonly Token[], right: readonly Token[]): RevisedSpan[] {
  const whole = (): RevisedSpan[] => [...left.map(({ span }) => revised('deleted', span)), ...right.map(({ span }) => revised('inserted', span))]
  const length = [...left, ...right].reduce((sum, { span }) => sum + (isNote(span) ? 0 : span.text.length), 0)
  if (left.length === 0 || right.length === 0 || length > maxCharacters) return whole()
  const found = diffArrays(
    left.map(({ key }) => key),
    right.map(({ key }) => key),
    { maxEditLength: maxDifferences },
  )
  if (found === undefined) return whole()
  const parts: RevisedSpan[] = []
  let [i, j] = [0, 0]
  for (const { added, removed, count } of found) {
    if (removed) for (const { span } of left.slice(i, i + count)) parts.push(revised('deleted', span))
    else for (const { span } of right.slice(j, j + count)) parts.push(revised(added ? 'inserted' : 'same', span))
    if (!added) i += count
    if (!removed) j += count
  }
  return withoutLoneSpaces(parts)
}

const revised = (revision: Revision, span: Span): RevisedSpan => ({ revision, span })

const isSpace = ({ span }: RevisedSpan) => !isNote(span) && /^\s+$/.test(span.text)

/** Makes a space between two changes part of them, so that « deux mois » → « trois ans » is one change. */
function withoutLoneSpaces(parts: readonly RevisedSpan[]): RevisedSpan[] {
  return parts.flatMap((part, at) => {
    const [above, below] = [parts[at - 1], parts[at + 1]]
    const isBetween = above !== undefined && below !== undefined && above.revision !== 'same' && below.revision !== 'same'
    return part.revision === 'same' && isSpace(part) && isBetween ? [revised('deleted', part.span), revised('inserted', part.span)] : [part]
  })
}

/** Joins neighbours; within a change, puts what is deleted first. */
function joined(parts: readonly RevisedSpan[]): RevisedSpan[] {
  const result: RevisedSpan[] = []
  let changed: { deleted: Span[]; inserted: Span[] } = { deleted: [], inserted: [] }
  let same: Span[] = []
  const flush = () => {
    for (const span of spansOf(toRichText(changed.deleted))) result.push(revised('deleted', span))
    for (const span of spansOf(toRichText(changed.inserted))) result.push(revised('inserted', span))
    for (const span of spansOf(toRichText(same))) result.push(revised('same', span))
    changed = { deleted: [], inserted: [] }
    same = []
  }
  for (const { revision, span } of parts) {
    if (revision === 'same') same.push(span)
    else {
      if (same.length > 0) flush()
      changed[revision].push(span)
    }
  }
  flush()
  return result
}

/** Text once every change is accepted, or refused. */
export const resolveRevisions = (parts: readonly RevisedSpan[], keep: 'inserted' | 'deleted'): RichText =>
  toRichText(parts.filter(({ revision }) => revision === 'same' || revision === keep).map(({ span }) => span))

const typography = (text: string) =>
  text
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[‐‑]/g, '-')

/** Pattern of a word with its apostrophes and quotes, or of spaces: what typography compares. */
const typographicToken = /\s+|[^\s]+/gu

/**
 * Gives the words of `after` the typography of `before` where nothing else differs: a model that writes straight apostrophes or plain spaces changes
 * nothing by it. Texts with marks are left as they are when their words differ in number.
 */
export function keepTypography(before: string, after: string): string {
  if (typography(before) === typography(after)) return before
  if (before.length + after.length > maxCharacters) return after
  const [left, right] = [before.match(typographicToken) ?? [], after.match(typographicToken) ?? []]
  const found = diffArrays(left.map(typography), right.map(typography), { maxEditLength: maxDifferences })
  if (found === undefined) return after
  let i = 0
  let j = 0
  return found
    .map(({ added, removed, count }) => {
      const words = added ? right.slice(j, j + count) : removed ? [] : left.slice(i, i + count)
      if (!added) i += count
      if (!removed) j += count
      return words.join('')
    })
    .join('')
}
