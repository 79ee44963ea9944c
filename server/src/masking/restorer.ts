import type { MaskedData, MaskedKind } from '@parvis/contract'
import type { LabelRestorer } from '../platform/llm/masking.ts'
import { findLabels, labelOf } from './labels.ts'

/** Restorer of a reply, with what it restored. */
export type CountingRestorer = LabelRestorer & { restored(): MaskedData[] }

/**
 * Creates the restorer of a streamed text. A label without a value stays as it is.
 * @param valueOf first form of the value of a label; undefined: the model invented the label
 */
export function createRestorer(valueOf: (kind: MaskedKind, number: number) => string | undefined): CountingRestorer {
  const counts = new Map<string, MaskedData>()
  let pending = ''
  let previous = 0

  const count = (kind: MaskedKind, number: number, isUnknown: boolean) => {
    const label = labelOf(kind, number)
    const known = counts.get(label)
    if (known === undefined) counts.set(label, { kind, label, count: 1, ...(isUnknown && { unknown: true as const }) })
    else known.count += 1
  }
  const restore = (text: string, isWhole: boolean): string => {
    const source = pending + text
    const { labels, decided } = findLabels(source, previous, isWhole)
    pending = source.slice(decided)
    if (decided > 0) previous = source.charCodeAt(decided - 1)
    if (labels.length === 0) return decided === source.length ? source : source.slice(0, decided)
    let restored = ''
    let from = 0
    for (const { kind, number, start, end, isLinkText } of labels) {
      const value = valueOf(kind, number)
      count(kind, number, value === undefined)
      restored += source.slice(from, start) + (value === undefined ? source.slice(start, end) : isLinkText ? `[${value}]` : value)
      from = end
    }
    return restored + source.slice(from, decided)
  }

  return {
    push: (text) => restore(text, false),
    end: () => restore('', true),
    restored: () => [...counts.values()],
  }
}
