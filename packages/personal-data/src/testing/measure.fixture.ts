import type { PersonalDataKind, PersonalDataSpan } from '../types.ts'
import type { UnseenText } from './unseen-texts.fixture.ts'

/** Counts of one kind over several texts. */
export type Counts = { expected: number; found: number; reported: number; right: number }

/** Counts what a detector finds of the expected values, by kind. A value is found when a span covers it, a span is right when it is of such a value. */
export function measure(texts: readonly UnseenText[], find: (text: string) => PersonalDataSpan[]): { kinds: Map<PersonalDataKind, Counts>; touched: string[] } {
  const kinds = new Map<PersonalDataKind, Counts>()
  const touched: string[] = []
  const countsOf = (kind: PersonalDataKind): Counts => {
    const counts = kinds.get(kind) ?? { expected: 0, found: 0, reported: 0, right: 0 }
    kinds.set(kind, counts)
    return counts
  }
  for (const { text, gold, keep } of texts) {
    const spans = find(text)
    for (const { kind, start, end } of gold) {
      const counts = countsOf(kind)
      counts.expected++
      if (spans.some((span) => span.start <= start + leading(text.slice(start, end)) && span.end >= end)) counts.found++
    }
    for (const span of spans) {
      const counts = countsOf(span.kind)
      counts.reported++
      if (gold.some((value) => value.kind === span.kind && value.start < span.end && span.start < value.end)) counts.right++
    }
    for (const value of keep) {
      const isIn = (list: readonly { start: number; end: number }[], at: number) => list.some(({ start, end }) => start < at + value.length && at < end)
      for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) if (isIn(spans, at) && !isIn(gold, at)) touched.push(value)
    }
  }
  return { kinds, touched }
}

/** Length of the particles that may stay before a surname: they tell nobody. */
const leading = (value: string): number => /^(?:(?:de|du|des|da|dos|d’|le|la|di|el|ben) ?)*/i.exec(value)![0].length
