import { toRichText, type Mark as MarkName, type RichText, type TextSpan } from '@parvis/written-document'
import { Schema, type Attrs, type DOMOutputSpec, type MarkSpec, type NodeSpec } from 'prosemirror-model'
import { tableNodes } from 'prosemirror-tables'

const id = { id: { default: null } }

const inlineMarks = '_'
// The clipboard may come from any page: what it says of a block is read as a value of the contract, or not at all.
const readId = ({ dataset: { id: given } }: HTMLElement) => (given !== undefined && /^[\w-]{1,40}$/.test(given) ? given : null)
const readName = <Name extends string>(names: readonly Name[], given: string | undefined): Name => names.find((name) => name === given) ?? names[0]!
function readNumber(given: string | undefined, max: number): number | null {
  const value = Number(given ?? Number.NaN)
  return Number.isInteger(value) && value >= 0 && value <= max ? value : null
}

const styles = ['body', 'visa', 'considerant', 'article'] as const
const markers = ['bullet', 'figure', 'parenthesis', 'none', 'continued'] as const

/** DOM attributes of a block: its kind and its attributes, which the style sheet and the clipboard read. */
const dataOf = (kind: string, attrs: Attrs): Record<string, string> => ({
  'data-kind': kind,
  ...Object.fromEntries(Object.entries(attrs).flatMap(([name, value]) => (value === null ? [] : [[`data-${name}`, String(value)]]))),
})

const counters = Array.from({ length: 9 }, (_, level) => `level${level}`)

/** Style that numbers an item: `start` sets the counter of its level, an item without a number begins it again, as it does those of deeper levels. */
function counterStyle({ level, start, marker }: Attrs): string {
  if (marker === 'continued') return ''
  const deeper = counters.slice(Number(level) + 1).map((name) => `${name} 0`)
  const isNumbered = marker === 'figure' || marker === 'parenthesis'
  const own = isNumbered && start === null ? [] : [`level${level} ${isNumbered ? start : 0}`]
  return [...own, ...deeper].length === 0 ? '' : `counter-set: ${[...own, ...deeper].join(' ')}`
}

const blocks: Record<string, NodeSpec> = {
  paragraph: {
    attrs: { ...id, style: { default: 'body' } },
    content: 'inline*',
    group: 'block',
    marks: inlineMarks,
    parseDOM: [
      { tag: 'p[data-kind=paragraph]', getAttrs: (element) => ({ id: readId(element), style: readName(styles, element.dataset['style']) }) },
      { tag: 'p' },
    ],
    toDOM: ({ attrs }) => ['p', dataOf('paragraph', attrs), 0],
  },
  heading: {
    attrs: { ...id, level: { default: 2 } },
    content: 'inline*',
    group: 'block',
    defining: true,
    marks: inlineMarks,
    // The title of the page is its only first heading: those of the document are one level below.
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      getAttrs: (element) => ({ id: readId(element), level: Number(element.dataset['level'] ?? level) }),
    })),
    toDOM: ({ attrs }) => [`h${Math.min(6, (attrs['level'] as number) + 1)}`, { ...dataOf('heading', attrs), 'data-level': String(attrs['level']) }, 0],
  },
  quote: {
    attrs: id,
    content: 'inline*',
    group: 'block',
    defining: true,
    marks: inlineMarks,
    parseDOM: [{ tag: 'blockquote', getAttrs: (element) => ({ id: readId(element) }) }],
    toDOM: ({ attrs }) => ['blockquote', dataOf('quote', attrs), 0],
  },
  item: {
    attrs: { ...id, level: { default: 0 }, marker: { default: 'bullet' }, start: { default: null } },
    content: 'inline*',
    group: 'block',
    defining: true,
    marks: inlineMarks,
    parseDOM: [
      {
        tag: 'p[data-kind=item]',
        priority: 60,
        getAttrs: (element) => ({
          id: readId(element),
          level: readNumber(element.dataset['level'], 8) ?? 0,
          marker: readName(markers, element.dataset['marker']),
          start: readNumber(element.dataset['start'], 100_000),
        }),
      },
    ],
    toDOM: ({ attrs }) => ['p', { ...dataOf('item', attrs), style: counterStyle(attrs) }, 0],
  },
  code_block: {
    attrs: id,
    content: 'text*',
    group: 'block',
    marks: '',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full', getAttrs: (element) => ({ id: readId(element) }) }],
    toDOM: ({ attrs }) => ['pre', { ...dataOf('code', attrs), spellcheck: 'false' }, ['code', 0]],
  },
  rule: {
    attrs: id,
    group: 'block',
    parseDOM: [{ tag: 'hr', getAttrs: (element) => ({ id: readId(element) }) }],
    toDOM: ({ attrs }) => ['hr', dataOf('rule', attrs)],
  },
}

const tables = tableNodes({
  tableGroup: 'block',
  cellContent: 'inline*',
  cellAttributes: {
    align: {
      default: null,
      getFromDOM: (element) => (['left', 'center', 'right'].includes(element.style.textAlign) ? element.style.textAlign : null),
      setDOMAttr: (value, attrs) => {
        if (value !== null) attrs['style'] = `text-align: ${String(value)}`
      },
    },
  },
})

const inlines: Record<string, NodeSpec> = {
  text: { group: 'inline' },
  line_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
  /** Footnote. `text`: its rich text. */
  note: {
    inline: true,
    group: 'inline',
    atom: true,
    attrs: { text: { default: '' } },
    parseDOM: [{ tag: 'sup[data-note]', priority: 60, getAttrs: (element) => ({ text: parseNote(element.dataset['note']) }) }],
    toDOM: ({ attrs }): DOMOutputSpec => {
      const words = noteWords(attrs['text'])
      return ['sup', { 'data-note': JSON.stringify(attrs['text']), role: 'note', 'aria-label': `Note\u00a0: ${words}`, title: words }]
    },
  },
}

const noteWords = (text: unknown): string =>
  typeof text === 'string' ? text : Array.isArray(text) ? text.map((span: { text?: string }) => span.text ?? '').join('') : ''

/** Reads the text of a copied note: its words, with the marks and the links that a document has. */
function parseNote(json: string | undefined): RichText {
  try {
    const value: unknown = JSON.parse(json ?? '""')
    if (!Array.isArray(value)) return typeof value === 'string' ? value : ''
    return toRichText(
      (value as Partial<Record<keyof TextSpan, unknown>>[]).map(({ text, marks, link }) => ({
        text: typeof text === 'string' ? text : '',
        marks: Array.isArray(marks) ? (Object.keys(markTags) as MarkName[]).filter((name) => marks.includes(name)) : [],
        ...(typeof link === 'string' && isAllowedLink(link) && { link }),
      })),
    )
  } catch {
    return ''
  }
}

const tagged = (tag: string, ...others: string[]): MarkSpec => ({ parseDOM: [tag, ...others].map((name) => ({ tag: name })), toDOM: () => [tag, 0] })

/** Marks of the schema, by their name in a block. */
const markTags = {
  bold: tagged('strong', 'b'),
  italic: tagged('em', 'i'),
  underline: tagged('u'),
  strike: tagged('s', 'del', 'strike'),
  highlight: tagged('mark'),
  code: { ...tagged('code'), code: true },
  raised: { ...tagged('sup'), excludes: 'lowered' },
  lowered: { ...tagged('sub'), excludes: 'raised' },
} satisfies Record<MarkName, MarkSpec>

/** Schema of the editor: exactly the blocks of `@parvis/written-document`, so that whatever is on the screen has a Word and an OpenDocument form. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    ...blocks,
    ...tables,
    table: {
      ...tables.table,
      attrs: id,
      parseDOM: [{ tag: 'table', getAttrs: (element) => ({ id: readId(element) }) }],
      toDOM: ({ attrs }) => ['table', { ...dataOf('table', attrs), 'aria-label': 'Tableau du document' }, ['tbody', 0]],
    },
    ...inlines,
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        { tag: 'a[href]', getAttrs: (element) => (isAllowedLink(element.getAttribute('href') ?? '') ? { href: element.getAttribute('href') } : false) },
      ],
      toDOM: ({ attrs }) => ['a', { href: attrs['href'] as string, rel: 'noreferrer', title: attrs['href'] as string }, 0],
    },
    ...markTags,
  },
})

/** Whether an address may be a link of a written document, as the contract checks it. */
export const isAllowedLink = (address: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(address) && address.length <= 2_000
