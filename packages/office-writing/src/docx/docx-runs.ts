import { escapeXml, withNoBreakSpaces, type InlineNode, type TextMark } from '@parvis/markdown'
import { element } from '../xml.ts'
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
}

export const paragraph = (ids: StyleIds, style: StyleKey, content: string, more = '') =>
  `<w:p><w:pPr><w:pStyle w:val="${ids[style]}"/>${more}</w:pPr>${content}</w:p>`

/** Converts the content of a paragraph; its links and notes are added to `text`. */
export function runs(text: DocxText, content: readonly InlineNode[], extra: readonly TextMark[] = [], base?: StyleKey): string {
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

function note(text: DocxText, content: readonly InlineNode[]): string {
  const { ids, notes, noteLinks } = text
  const id = text.first.note + notes.length
  const mark = `<w:r><w:rPr><w:rStyle w:val="${ids.FootnoteReference}"/></w:rPr>`
  // The note reserves its number before its text is written, because the text may contain notes.
  const index = notes.push('') - 1
  notes[index] =
    `<w:footnote w:id="${id}"><w:p><w:pPr><w:pStyle w:val="${ids.FootnoteText}"/></w:pPr>${mark}<w:footnoteRef/></w:r>${run(ids, ' ', [])}${runs({ ...text, links: noteLinks }, content)}</w:p></w:footnote>`
  return `${mark}<w:footnoteReference w:id="${id}"/></w:r>`
}

/** Makes a run of text with its marks; empty for an empty text. */
export function run(ids: StyleIds, value: string, marks: readonly TextMark[], base?: StyleKey): string {
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
  return `<w:r>${properties.length === 0 ? '' : element('w:rPr', {}, ...properties)}${textElements(marks.includes('code') ? value : withNoBreakSpaces(value))}</w:r>`
}

const textElements = (value: string) =>
  value
    .split('\t')
    .map((part) => (part === '' ? '' : `<w:t xml:space="preserve">${escapeXml(part)}</w:t>`))
    .join('<w:tab/>')

/** Makes the lines of a code block, inside a run. */
export const lines = (value: string) => value.split('\n').map(textElements).join('<w:br/>')
