import { labelWords, type MaskedData } from '@parvis/contract'
import type { MaskingChoice } from './conversation-texts.ts'
import { fullNamesIn, unmaskedValues, kindOfPassage, type FoundSpan, type MaskingDetector } from './detection.ts'
import { labelOf } from './labels.ts'
import { readText, type Reading } from './readings.ts'
import { createValueIndex, joinSpans, type MaskedSpan } from './spans.ts'

/**
 * What to mask: what is found, if `isFound`, without what the person keeps; and the passages that the person added. `names`: full names in the
 * documents of the request.
 */
export type MaskingOptions = { isFound: boolean; choice: MaskingChoice; names?: readonly string[] }

/** Texts with labels, and what they replace, in the order of the texts. */
type TextsWithLabels = { texts: string[]; masked: MaskedData[] }

/** Masks texts with the labels of a conversation, and gives numbers to new values in the order of the texts. */
export function maskTexts(reading: Reading, detector: MaskingDetector, texts: readonly string[], { isFound, choice, names }: MaskingOptions): TextsWithLabels {
  const { book, index, spansByText } = reading
  const added = createValueIndex()
  for (const value of choice.add) added.add(value.trim(), kindOfPassage(detector, value.trim()))
  const isUnmasked = unmaskedValues(choice.keep)
  const counts = new Map<string, MaskedData>()
  const count = (kind: MaskedSpan['kind'], label: string) => {
    const known = counts.get(label)
    if (known === undefined) counts.set(label, { kind, label, count: 1 })
    else known.count += 1
  }
  const found = texts.map((text): readonly FoundSpan[] => (isFound ? (spansByText.get(text) ?? readText(reading, detector, text, names)) : []))
  const masked = texts.map((text, at) => {
    const persons = new Map(found[at]!.map(({ start, person }) => [start, person]))
    const again = isFound ? index.find(text) : []
    const wanted = [...found[at]!, ...again].filter(({ start, end, kind }) => !isUnmasked(kind, text.slice(start, end)))
    return replaceSpans(text, joinSpans([...wanted, ...added.find(text)]), ({ kind, start, end }) => {
      const label = labelOf(kind, book.numberOf(kind, text.slice(start, end), persons.get(start)))
      count(kind, label)
      return label
    })
  })
  return { texts: masked, masked: [...counts.values()] }
}

/**
 * Masks texts with the kind of each datum in its place, without a number. The texts are passages of one document: a person named in full in one is found by the
 * surname alone in the others.
 */
export function maskKinds(detector: MaskingDetector, texts: readonly string[]): string[] {
  const names = fullNamesIn(detector, texts.join('\n\n'))
  return texts.map((text) => replaceSpans(text, joinSpans(detector.find(text, names)), ({ kind }) => `[${labelWords[kind]}]`))
}

/** Replaces spans of a text, in order. */
function replaceSpans(text: string, spans: readonly MaskedSpan[], labelFor: (span: MaskedSpan) => string): string {
  if (spans.length === 0) return text
  let replaced = ''
  let from = 0
  for (const span of spans) {
    replaced += text.slice(from, span.start) + labelFor(span)
    from = span.end
  }
  return replaced + text.slice(from)
}
