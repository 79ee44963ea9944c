import { escapeXml, withNoBreakSpaces, type Inline, type Mark } from '@parvis/markdown'
import { element } from '../xml.ts'
import type { StyleIds, StyleKey } from './docx-styles.ts'

/** A text being written: its links and notes grow with it. */
export interface DocxText {
  ids: StyleIds
  first: { note: number }
  /** Targets of the links, `parvis1` and on. */
  links: string[]
  /** The same of the notes, numbered apart: they stand in a part of their own, whose identifiers only that part knows. */
  noteLinks: string[]
  /** `<w:footnote>` of each note. */
  notes: string[]
}

/** A paragraph in this style. */
export const paragraph = (ids: StyleIds, style: StyleKey, content: string, more = '') =>
  `<w:p><w:pPr><w:pStyle w:val="${ids[style]}"/>${more}</w:pPr>${content}</w:p>`

/** The words of a paragraph; its links and notes go to `text`. */
export function runs(text: DocxText, content: readonly Inline[], extra: readonly Mark[] = [], base?: StyleKey): string {
  return content
    .map((part) => {
      if (part.kind === 'text') return run(text.ids, part.text, [...part.marks, ...extra], base)
      if (part.kind === 'break') return '<w:r><w:br/></w:r>'
      if (part.kind === 'link') {
        text.links.push(part.address)
        return element('w:hyperlink', { 'r:id': `parvis${text.links.length}` }, runs(text, part.content, extra, 'Hyperlink'))
      }
      return note(text, part.content)
    })
    .join('')
}

function note(text: DocxText, content: readonly Inline[]): string {
  const { ids, notes, noteLinks } = text
  const id = text.first.note + notes.length
  const mark = `<w:r><w:rPr><w:rStyle w:val="${ids.FootnoteReference}"/></w:rPr>`
  // Its place is taken before its text is written.
  const at = notes.push('') - 1
  notes[at] =
    `<w:footnote w:id="${id}"><w:p><w:pPr><w:pStyle w:val="${ids.FootnoteText}"/></w:pPr>${mark}<w:footnoteRef/></w:r>${run(ids, ' ', [])}${runs({ ...text, links: noteLinks }, content)}</w:p></w:footnote>`
  return `${mark}<w:footnoteReference w:id="${id}"/></w:r>`
}

/** Words of one look; nothing when there are none. */
export function run(ids: StyleIds, value: string, marks: readonly Mark[], base?: StyleKey): string {
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
  ].filter((one) => typeof one === 'string')
  return `<w:r>${properties.length === 0 ? '' : element('w:rPr', {}, ...properties)}${words(marks.includes('code') ? value : withNoBreakSpaces(value))}</w:r>`
}

const words = (value: string) =>
  value
    .split('\t')
    .map((part) => (part === '' ? '' : `<w:t xml:space="preserve">${escapeXml(part)}</w:t>`))
    .join('<w:tab/>')

/** Lines of code, inside a run. */
export const lines = (value: string) => value.split('\n').map(words).join('<w:br/>')
