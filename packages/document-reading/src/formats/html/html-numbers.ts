import { toLetters, toRoman } from '../list-numbers.ts'

/** An open list. `next`: number of its next item. `step` is 0 when its items have no number, or an unknown one. */
type HtmlList = { next: number; step: 1 | -1 | 0; sign: NumberFormat | undefined }
type NumberFormat = (count: number) => string

const upper =
  (sign: NumberFormat): NumberFormat =>
  (count) =>
    sign(count).toUpperCase()
const formats: Record<string, NumberFormat> = {
  'decimal': String,
  'decimal-leading-zero': (count) => String(count).padStart(2, '0'),
  'lower-alpha': toLetters,
  'lower-latin': toLetters,
  'upper-alpha': upper(toLetters),
  'upper-latin': upper(toLetters),
  'lower-roman': toRoman,
  'upper-roman': upper(toRoman),
}
/** List styles by `type` attribute, which is case-sensitive. */
const types: Record<string, string> = { '1': 'decimal', 'a': 'lower-alpha', 'A': 'upper-alpha', 'i': 'lower-roman', 'I': 'upper-roman' }

/**
 * Computes the numbers of list items as a browser displays them, from `start`, `value`, `reversed`, `type` and styles (HTML, 4.4.5 and 4.4.8). Items of a
 * `nav`, and items whose style removes or may remove the number, have none.
 */
export function createHtmlNumbers() {
  const lists: HtmlList[] = []
  let openNavs = 0
  return {
    begin(name: string, attributes: Record<string, string>, style: Record<string, string>): void {
      if (name === 'nav') openNavs += 1
      if (name === 'ul') lists.push({ next: 1, step: 0, sign: undefined })
      if (name !== 'ol') return
      const isReversed = 'reversed' in attributes
      const start = integer(attributes['start'])
      // A reversed list without `start` counts down from its number of items, which is not known yet.
      const isKnown = openNavs === 0 && !(isReversed && start === undefined)
      lists.push({
        next: start ?? 1,
        step: isKnown ? (isReversed ? -1 : 1) : 0,
        sign: formatOf(style) ?? formats[types[attributes['type'] ?? '1'] ?? 'decimal'],
      })
    },
    /** Returns the number that an item begins with, « 3. », or an empty text. Advances the counter of the list. */
    item(attributes: Record<string, string>, style: Record<string, string>): string {
      const list = lists.at(-1)
      // Items displayed inline, as in a breadcrumb, have no number and are not counted.
      if (list === undefined || list.step === 0 || (style['display'] ?? 'list-item') !== 'list-item') return ''
      const count = integer(attributes['value']) ?? list.next
      list.next = count + list.step
      const sign = (formatOf(style) ?? list.sign)?.(count)
      return sign ? `${sign}.` : ''
    },
    end(name: string): void {
      if (name === 'nav') openNavs = Math.max(openNavs - 1, 0)
      if (name === 'ul' || name === 'ol') lists.pop()
    },
  }
}

const integer = (value: string | undefined): number | undefined => (/^\s*-?\d{1,9}\s*$/.test(value ?? '') ? Number(value) : undefined)

/** @returns undefined when the style does not specify a list style */
function formatOf(style: Record<string, string>): NumberFormat | undefined {
  const declaredStyle = style['list-style-type'] ?? style['list-style']
  if (declaredStyle === undefined) return undefined
  const words = declaredStyle.split(/\s+/)
  return words.map((word) => formats[word]).find(Boolean) ?? (words.every((word) => positions.has(word)) ? undefined : noNumber)
}

const positions = new Set(['inside', 'outside', 'initial', 'inherit', 'revert', 'unset'])
const noNumber: NumberFormat = () => ''
