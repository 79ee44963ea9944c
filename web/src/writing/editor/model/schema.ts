import { newBlockId, type Mark as MarkName } from '@parvis/written-document'
import { Schema, type Attrs, type DOMOutputSpec, type MarkSpec, type NodeSpec } from 'prosemirror-model'
import { tableNodes } from 'prosemirror-tables'

const id = { id: { default: null } }

const inlineMarks = '_'
const number = (element: HTMLElement, name: string, fallback: number) => Number(element.dataset[name] ?? fallback)
const readId = (element: HTMLElement) => element.dataset['id'] ?? null

/** DOM attributes of a block: its kind and its attributes, which the style sheet and the clipboard read. */
const dataOf = (kind: string, attrs: Attrs): Record<string, string> => ({
  'data-kind': kind,
  ...Object.fromEntries(Object.entries(attrs).flatMap(([name, value]) => (value === null ? [] : [[`data-${name}`, String(value)]]))),
})

const counters = Array.from({ length: 9 }, (_, level) => `level${level}`)

/** Style that numbers an item: `start` sets its level's counter; deeper levels begin again. */
function counterStyle({ level, start }: Attrs): string {
  const deeper = counters.slice(Number(level) + 1).map((name) => `${name} 0`)
  const own = start === null ? [] : [`level${level} ${start}`]
  return [...own, ...deeper].length === 0 ? '' : `counter-set: ${[...own, ...deeper].join(' ')}`
}

const blocks: Record<string, NodeSpec> = {
  paragraph: {
    attrs: { ...id, style: { default: 'body' } },
    content: 'inline*',
    group: 'block',
    marks: inlineMarks,
    parseDOM: [{ tag: 'p[data-kind=paragraph]', getAttrs: (element) => ({ id: readId(element), style: element.dataset['style'] ?? 'body' }) }, { tag: 'p' }],
    toDOM: ({ attrs }) => ['p', dataOf('paragraph', attrs), 0],
  },
  heading: {
    attrs: { ...id, level: { default: 2 } },
    content: 'inline*',
    group: 'block',
    defining: true,
    marks: inlineMarks,
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, getAttrs: (element) => ({ id: readId(element), level }) })),
    toDOM: ({ attrs }) => [`h${attrs['level']}`, dataOf('heading', attrs), 0],
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
          level: number(element, 'level', 0),
          marker: element.dataset['marker'] ?? 'bullet',
          start: element.dataset['start'] === undefined ? null : number(element, 'start', 1),
        }),
      },
    ],
    toDOM: ({ attrs }) => ['p', { ...dataOf('item', attrs), style: counterStyle(attrs) }, 0],
  },
  code: {
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

export const noteWords = (text: unknown): string =>
  typeof text === 'string' ? text : Array.isArray(text) ? text.map((span: { text?: string }) => span.text ?? '').join('') : ''

function parseNote(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '""') as unknown
  } catch {
    return json ?? ''
  }
}

const tagged = (tag: string, ...others: string[]): MarkSpec => ({ parseDOM: [tag, ...others].map((name) => ({ tag: name })), toDOM: () => [tag, 0] })

/** Marks of the schema, by their name in a block. */
export const markTags = {
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
    table: { ...tables.table, attrs: id, toDOM: ({ attrs }) => ['table', dataOf('table', attrs), ['tbody', 0]] },
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

/** Attributes of a new body paragraph. */
export const newParagraph = () => schema.nodes.paragraph!.create({ id: newBlockId() })
