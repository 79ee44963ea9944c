import type { RichBlock, RichSpan } from '../port.ts'

/** Number displayed before a list item. `isBullet`: the list has no numbers. */
type ShownNumber = { text: string; count: number; isBullet: boolean }

/** Form of the open paragraph. `number` of an item: null for a further paragraph of the item above. */
export type ParagraphForm =
  | { kind: 'heading'; level: number; number?: string }
  | { kind: 'paragraph'; style: 'body' | 'visa' | 'considerant' | 'article' }
  | { kind: 'quote' }
  | { kind: 'code' }
  | { kind: 'item'; level: number; number: ShownNumber | null }

/** Pattern of the numbers that a list writes again by itself: « 1. », « a) », « (iv) », « 2.1 ». Others, such as « Article 1er », become text. */
const listNumber = /^\(?(?:\d{1,4}(?:\.\d{1,4})*|[a-z]{1,2}|[ivxlc]{1,7})\s*[.)°-]{0,2}$/i
/** Maximum level of an item, from 0. */
const maxLevel = 8
/** Form of a paragraph that nothing describes. */
export const bodyForm: ParagraphForm = { kind: 'paragraph', style: 'body' }

/** Removes the blanks at both ends of a paragraph. */
export function trimmed(spans: readonly RichSpan[]): RichSpan[] {
  const left = [...spans]
  for (let first = left[0]; first && 'text' in first; first = left[0]) {
    const text = first.text.trimStart()
    if (text !== '') {
      left[0] = { ...first, text }
      break
    }
    left.shift()
  }
  for (let last = left.at(-1); last && 'text' in last; last = left.at(-1)) {
    const text = last.text.trimEnd()
    if (text !== '') {
      left[left.length - 1] = { ...last, text }
      break
    }
    left.pop()
  }
  return left
}

/** Numbers of the open lists, by level. */
type ListStarts = {
  interrupt(): void
  next(level: number, marker: string, count: number): boolean
  /** Deepest level with an open item, up to this one; -1 when there is none. */
  openLevel(level: number): number
}

export function createListStarts(): ListStarts {
  let open: { marker: string; count: number }[] = []
  return {
    interrupt: () => void (open = []),
    openLevel: (level) => open.slice(0, level + 1).findLastIndex((one) => one !== undefined),
    /** Records an item. @returns whether its number does not follow from the item above */
    next(level, marker, count) {
      open.length = Math.min(open.length, level + 1)
      const above = open[level]
      open[level] = { marker, count }
      return above === undefined || above.marker !== marker || above.count + 1 !== count
    },
  }
}

/** Makes the block of a paragraph; null for a blank one. `hasLine`: a blank paragraph with a border is a rule. */
export function blockOf(form: ParagraphForm, raw: readonly RichSpan[], { hasLine, lists }: { hasLine: boolean; lists: ListStarts }): RichBlock | null {
  if (form.kind === 'code') {
    const text = raw.map((span) => ('text' in span ? span.text : '')).join('')
    return text.trim() === '' ? null : { kind: 'code', text }
  }
  const text = trimmed(raw)
  if (text.length === 0) return hasLine ? { kind: 'rule' } : null
  if (form.kind === 'heading') {
    const numbered = form.number ? [{ text: `${form.number} ` }, ...text] : text
    return {
      kind: 'heading',
      level: Math.min(6, Math.max(1, form.level)),
      text: numbered.map((span) => ('text' in span ? { ...span, text: span.text.replaceAll('\n', ' ') } : span)),
    }
  }
  if (form.kind !== 'item') return { ...form, text }
  return itemOf(Math.min(form.level, maxLevel), form.number, { text, lists })
}

function itemOf(level: number, number: ShownNumber | null, { text, lists }: { text: RichSpan[]; lists: ListStarts }): RichBlock {
  if (number === null) {
    const open = lists.openLevel(level)
    return open >= 0 ? { kind: 'item', level: open, marker: 'continued', text } : { kind: 'paragraph', style: 'body', text }
  }
  const { text: shown, count, isBullet } = number
  if (isBullet || shown === '') {
    const marker = isBullet && shown === '' ? 'bullet' : 'none'
    lists.next(level, marker, 0)
    return { kind: 'item', level, marker, text: shown === '' ? text : [{ text: `${shown} ` }, ...text] }
  }
  if (!listNumber.test(shown)) return { kind: 'paragraph', style: /^article\b/i.test(shown) ? 'article' : 'body', text: [{ text: `${shown} ` }, ...text] }
  const marker = shown.endsWith(')') ? 'parenthesis' : 'figure'
  return { kind: 'item', level, marker, ...(lists.next(level, marker, count) ? { start: count } : {}), text }
}
