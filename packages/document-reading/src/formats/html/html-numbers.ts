import { letters, roman } from '../list-numbers.ts'

/** An open list. `next`: number of its next item. `step` is 0 when its items have no number, or an unknown one. */
type List = { next: number; step: 1 | -1 | 0; sign: Sign | undefined }
type Sign = (count: number) => string

const upper =
  (sign: Sign): Sign =>
  (count) =>
    sign(count).toUpperCase()
const signs: Record<string, Sign> = {
  'decimal': String,
  'decimal-leading-zero': (count) => String(count).padStart(2, '0'),
  'lower-alpha': letters,
  'lower-latin': letters,
  'upper-alpha': upper(letters),
  'upper-latin': upper(letters),
  'lower-roman': roman,
  'upper-roman': upper(roman),
}
/** List styles by `type` attribute, which is case-sensitive. */
const types: Record<string, string> = { '1': 'decimal', 'a': 'lower-alpha', 'A': 'upper-alpha', 'i': 'lower-roman', 'I': 'upper-roman' }

/**
 * Computes the numbers of list items as a browser displays them, from `start`, `value`, `reversed`, `type` and styles (HTML, 4.4.5 and 4.4.8). Items of a
 * `nav`, and items whose style removes or may remove the number, have none.
 */
export function createHtmlNumbers() {
  const lists: List[] = []
  let menus = 0
  return {
    begin(name: string, attributes: Record<string, string>, style: Record<string, string>): void {
      if (name === 'nav') menus += 1
      if (name === 'ul') lists.push({ next: 1, step: 0, sign: undefined })
      if (name !== 'ol') return
      const isReversed = 'reversed' in attributes
      const start = integer(attributes['start'])
      // A reversed list without `start` counts down from its number of items, which is not known yet.
      const isTold = menus === 0 && !(isReversed && start === undefined)
      lists.push({ next: start ?? 1, step: isTold ? (isReversed ? -1 : 1) : 0, sign: signOf(style) ?? signs[types[attributes['type'] ?? '1'] ?? 'decimal'] })
    },
    /** Returns the number that an item begins with, « 3. », or an empty text. Advances the counter of the list. */
    item(attributes: Record<string, string>, style: Record<string, string>): string {
      const list = lists.at(-1)
      // Items displayed inline, as in a breadcrumb, have no number and are not counted.
      if (list === undefined || list.step === 0 || (style['display'] ?? 'list-item') !== 'list-item') return ''
      const count = integer(attributes['value']) ?? list.next
      list.next = count + list.step
      const sign = (signOf(style) ?? list.sign)?.(count)
      return sign ? `${sign}.` : ''
    },
    end(name: string): void {
      if (name === 'nav') menus = Math.max(menus - 1, 0)
      if (name === 'ul' || name === 'ol') lists.pop()
    },
  }
}

const integer = (value: string | undefined): number | undefined => (/^\s*-?\d{1,9}\s*$/.test(value ?? '') ? Number(value) : undefined)

/** @returns undefined when the style does not specify a list style */
function signOf(style: Record<string, string>): Sign | undefined {
  const said = style['list-style-type'] ?? style['list-style']
  if (said === undefined) return undefined
  const words = said.split(/\s+/)
  return words.map((word) => signs[word]).find(Boolean) ?? (words.every((word) => positions.has(word)) ? undefined : none)
}

const positions = new Set(['inside', 'outside', 'initial', 'inherit', 'revert', 'unset'])
const none: Sign = () => ''
