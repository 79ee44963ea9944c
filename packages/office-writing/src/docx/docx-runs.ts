import { escapeXml, withNoBreakSpaces, type InlineNode, type TextMark, type TrackedChange } from '@parvis/markdown'
import { element } from '../xml.ts'
import type { ChangeWriter } from './docx-changes.ts'
import type { StyleIds, StyleKey } from './docx-styles.ts'

/** A text being written; its links and notes grow. */
export interface DocxText {
  ids: StyleIds
  first: { note: number }
  /** Targets of the links, with ids from `parvis1`. */
  links: string[]
  /** Targets of the links in notes, numbered separately, because notes are in another part with its own ids. */
  noteLinks: string[]
  /** `<w:footnote>` of each note. */
  notes: string[]
  changes: ChangeWriter
  /** Whether spaces stay as they are. */
  isVerbatim: boolean
}

/** Properties of a paragraph after its style, in the order of the schema, and the change of its mark. */
interface ParagraphOptions {
  more?: string
  change?: TrackedChange | undefined
}

export const paragraph = ({ ids, changes }: DocxText, style: StyleKey, content: string, { more = '', change }: ParagraphOptions = {}): string =>
  changes.inMove(change, `<w:pPr><w:pStyle w:val="${ids[style]}"/>${more}${changes.paragraphMark(change)}</w:pPr>`, content)

interface RunOptions {
  extra?: readonly TextMark[]
  base?: StyleKey
  /** Change of the whole content. */
  change?: TrackedChange | undefined
}

/** Converts the content of a paragraph; its links and notes are added to `text`. Neighbours with the same change are in one element. */
export function runs(text: DocxText, content: readonly InlineNode[], { extra = [], base, change: whole }: RunOptions = {}): string {
  const written: string[] = []
  let group: { change: TrackedChange | undefined; runs: string } = { change: undefined, runs: '' }
  const closeGroup = () => {
    written.push(text.changes.wrap(group.change, group.runs))
    group = { change: undefined, runs: '' }
  }
  for (const part of content) {
    if (part.kind === 'link') {
      closeGroup()
      text.links.push(part.address)
      const inside = runs(text, part.content, { extra, base: 'Hyperlink', change: whole })
      written.push(element('w:hyperlink', { 'r:id': `parvis${text.links.length}` }, inside))
      continue
    }
    const change = whole ?? part.change
    if (change !== group.change) closeGroup()
    group = { change, runs: group.runs + runOf(text, part, { extra, ...(base === undefined ? {} : { base }), change }) }
  }
  closeGroup()
  return written.join('')
}

function runOf(text: DocxText, part: Exclude<InlineNode, { kind: 'link' }>, options: RunOptions): string {
  if (part.kind === 'text') return run(text, part.text, [...part.marks, ...(options.extra ?? [])], options)
  return part.kind === 'break' ? '<w:r><w:br/></w:r>' : note(text, part.content)
}

function note(text: DocxText, content: readonly InlineNode[]): string {
  const { ids, notes, noteLinks } = text
  const id = text.first.note + notes.length
  const mark = `<w:r><w:rPr><w:rStyle w:val="${ids.FootnoteReference}"/></w:rPr>`
  // The note reserves its number before its text is written, because the text may contain notes.
  const index = notes.push('') - 1
  notes[index] =
    `<w:footnote w:id="${id}"><w:p><w:pPr><w:pStyle w:val="${ids.FootnoteText}"/></w:pPr>${mark}<w:footnoteRef/></w:r>${run(text, ' ', [])}${runs({ ...text, links: noteLinks }, content)}</w:p></w:footnote>`
  return `${mark}<w:footnoteReference w:id="${id}"/></w:r>`
}

/** Makes a run of text with its marks; empty for an empty text. */
export function run({ ids, isVerbatim }: DocxText, value: string, marks: readonly TextMark[], { base, change }: RunOptions = {}): string {
  if (value === '') return ''
  const style = base ?? (marks.includes('code') ? 'CodeWords' : undefined)
  const properties = [
    style && `<w:rStyle w:val="${ids[style]}"/>`,
    marks.includes('bold') && '<w:b/><w:bCs/>',
    marks.includes('italic') && '<w:i/><w:iCs/>',
    marks.includes('strike') && '<w:strike/>',
    marks.includes('highlight') && '<w:highlight w:val="yellow"/>',
    marks.includes('underline') && '<w:u w:val="single"/>',
    (marks.includes('raised') || marks.includes('call')) && '<w:vertAlign w:val="superscript"/>',
    marks.includes('lowered') && '<w:vertAlign w:val="subscript"/>',
  ].filter((mark) => typeof mark === 'string')
  const words = isVerbatim || marks.includes('code') ? value : withNoBreakSpaces(value)
  return `<w:r>${properties.length === 0 ? '' : element('w:rPr', {}, ...properties)}${textElements(words, change)}</w:r>`
}

function textElements(value: string, change: TrackedChange | undefined): string {
  const name = change?.kind === 'deleted' ? 'w:delText' : 'w:t'
  return value
    .split('\t')
    .map((part) => (part === '' ? '' : `<${name} xml:space="preserve">${escapeXml(part)}</${name}>`))
    .join('<w:tab/>')
}

/** Makes the lines of a code block, inside a run. */
export const lines = (value: string, change?: TrackedChange): string =>
  value
    .split('\n')
    .map((line) => textElements(line, change))
    .join('<w:br/>')
