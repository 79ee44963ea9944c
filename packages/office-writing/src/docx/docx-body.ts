import { escapeXml } from '@parvis/markdown'
import type { Block, Inline, Mark, Marker, Role } from '@parvis/markdown'
import { columnShares } from '../columns.ts'
import type { StyleIds, StyleKey } from './docx-styles.ts'
import type { Report } from '../report.ts'
import { element } from '../xml.ts'

/** Numbers that a document already uses; ours come after. */
interface FirstNumbers {
  list: number
  abstractList: number
  note: number
}

interface DocxBody {
  title: string
  /** Paragraphs under the title. */
  facts: string
  content: string
  /** Targets of the links, `parvis1` and on. */
  links: string[]
  /** `<w:footnote>` of each note. */
  notes: string[]
  /** `<w:num>` of each list. */
  lists: string[]
}

const twipsPerLevel = 425
const deepestLevel = 8
/** In the order of the abstract lists. */
const markers: readonly Marker[] = ['bullet', 'figure', 'none']

const styles: Record<Role, StyleKey> = { body: 'Body', question: 'Question', source: 'Source', mention: 'Mention' }

/** WordprocessingML of a report. */
export function docxBody(report: Report, ids: StyleIds, first: FirstNumbers): DocxBody {
  const links: string[] = []
  const notes: string[] = []
  const lists: string[] = []

  const runs = (content: readonly Inline[], extra: readonly Mark[] = [], base?: StyleKey): string =>
    content
      .map((part) => {
        if (part.kind === 'text') return run(part.text, [...part.marks, ...extra], base)
        if (part.kind === 'break') return '<w:r><w:br/></w:r>'
        if (part.kind === 'link') {
          links.push(part.address)
          return element('w:hyperlink', { 'r:id': `parvis${links.length}` }, runs(part.content, extra, 'Hyperlink'))
        }
        const id = first.note + notes.length
        const mark = `<w:r><w:rPr><w:rStyle w:val="${ids.FootnoteReference}"/></w:rPr>`
        // Its place is taken before its text is written.
        const at = notes.push('') - 1
        notes[at] =
          `<w:footnote w:id="${id}"><w:p><w:pPr><w:pStyle w:val="${ids.FootnoteText}"/></w:pPr>${mark}<w:footnoteRef/></w:r>${run(' ', [])}${runs(part.content)}</w:p></w:footnote>`
        return `${mark}<w:footnoteReference w:id="${id}"/></w:r>`
      })
      .join('')

  const run = (value: string, marks: readonly Mark[], base?: StyleKey): string => {
    const style = base ?? (marks.includes('code') ? 'CodeWords' : undefined)
    const properties = [
      style && `<w:rStyle w:val="${ids[style]}"/>`,
      marks.includes('bold') && '<w:b/><w:bCs/>',
      marks.includes('italic') && '<w:i/><w:iCs/>',
      marks.includes('strike') && '<w:strike/>',
      marks.includes('raised') && '<w:vertAlign w:val="superscript"/>',
    ]
    return value === ''
      ? ''
      : `<w:r>${element('w:rPr', {}, ...properties.filter((one) => typeof one === 'string')).replace('<w:rPr/>', '')}${words(value)}</w:r>`
  }

  const para = (style: StyleKey, content: string, more = '') => `<w:p><w:pPr><w:pStyle w:val="${ids[style]}"/>${more}</w:pPr>${content}</w:p>`

  const block = (one: Block, inside: { quote: boolean; level: number }): string => {
    const indent = inside.level > 0 ? `<w:ind w:left="${inside.level * twipsPerLevel}"/>` : ''
    switch (one.kind) {
      case 'heading':
        return para(`Heading${one.level}` as StyleKey, runs(one.content))
      case 'paragraph':
        return para(inside.quote && one.role === 'body' ? 'Quote' : styles[one.role], runs(one.content), indent)
      case 'code':
        return para('Code', `<w:r>${lines(one.text)}</w:r>`, indent)
      case 'quote':
        return one.blocks.map((child) => block(child, { ...inside, quote: true })).join('')
      case 'rule':
        return para('Body', '', '<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="A6A6A6"/></w:pBdr>')
      case 'list':
        return list(one, inside)
      case 'table':
        return table(one)
    }
  }

  const list = ({ marker, start, items }: Extract<Block, { kind: 'list' }>, inside: { quote: boolean; level: number }): string => {
    const level = Math.min(inside.level, deepestLevel)
    const number = first.list + lists.length
    const from = marker === 'figure' ? `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>` : ''
    lists.push(`<w:num w:numId="${number}"><w:abstractNumId w:val="${first.abstractList + markers.indexOf(marker)}"/>${from}</w:num>`)
    const numbered = `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${number}"/></w:numPr>`
    return items
      .map((item, at) => {
        const after = level === 0 && at === items.length - 1 && item.length < 2 ? 140 : 60
        const [head, ...rest] = item[0]?.kind === 'paragraph' ? item : [{ kind: 'paragraph', role: 'body', content: [] } as Block, ...item]
        const deeper = { ...inside, level: level + 1 }
        return (
          para('Body', head?.kind === 'paragraph' ? runs(head.content) : '', `${numbered}<w:spacing w:after="${after}"/>`) +
          rest.map((child) => block(child, deeper)).join('')
        )
      })
      .join('')
  }

  const table = ({ aligns, header, rows }: Extract<Block, { kind: 'table' }>): string => {
    const shares = columnShares(header, rows)
    const edge = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="A6A6A6"/>`
    const cell = (content: Inline[], at: number, isHeader: boolean) =>
      `<w:tc><w:tcPr><w:tcW w:w="${Math.round(shares[at]! * 5000)}" w:type="pct"/>${isHeader ? '<w:shd w:val="clear" w:color="auto" w:fill="E6EBF4"/>' : ''}</w:tcPr>${para(
        'Body',
        runs(content, isHeader ? ['bold'] : []),
        `${isHeader ? '<w:keepNext/>' : ''}<w:spacing w:before="40" w:after="40" w:line="240" w:lineRule="auto"/><w:jc w:val="${aligns[at] ?? 'left'}"/>`,
      )}</w:tc>`
    const row = (cells: Inline[][], isHeader: boolean) =>
      `<w:tr><w:trPr><w:cantSplit/>${isHeader ? '<w:tblHeader/>' : ''}</w:trPr>${header.map((_, at) => cell(cells[at] ?? [], at, isHeader)).join('')}</w:tr>`
    return [
      `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(edge).join('')}</w:tblBorders>`,
      '<w:tblCellMar><w:left w:w="100" w:type="dxa"/><w:right w:w="100" w:type="dxa"/></w:tblCellMar>',
      // The first row is the header: readers of screens announce it with each cell.
      '<w:tblLook w:val="0020" w:firstRow="1" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/></w:tblPr>',
      `<w:tblGrid>${shares.map((share) => `<w:gridCol w:w="${Math.round(share * 9638)}"/>`).join('')}</w:tblGrid>`,
      row(header, true),
      ...rows.map((cells) => row(cells, false)),
      '</w:tbl>',
      '<w:p><w:pPr><w:spacing w:before="0" w:after="120" w:line="120" w:lineRule="exact"/></w:pPr></w:p>',
    ].join('')
  }

  const facts = report.facts.map((fact) => para('Facts', run(fact, []))).join('')
  return {
    title: para('Title', run(report.title, [])),
    facts,
    content: report.blocks.map((one) => block(one, { quote: false, level: 0 })).join(''),
    links,
    notes,
    lists,
  }
}

const words = (value: string) =>
  value
    .split('\t')
    .map((part) => (part === '' ? '' : `<w:t xml:space="preserve">${escapeXml(part)}</w:t>`))
    .join('<w:tab/>')

const lines = (value: string) => value.split('\n').map(words).join('<w:br/>')

/** The kinds of list, nine levels each: bullets; figures, letters and roman figures in turn; nothing. */
export function abstractLists(firstId: number): string {
  const levels = (one: (at: number) => string) =>
    Array.from(
      { length: deepestLevel + 1 },
      (_, at) =>
        `<w:lvl w:ilvl="${at}"><w:start w:val="1"/>${one(at)}<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${(at + 1) * twipsPerLevel}" w:hanging="${twipsPerLevel}"/></w:pPr></w:lvl>`,
    ).join('')
  const bullets = levels((at) => `<w:numFmt w:val="bullet"/><w:lvlText w:val="${'•◦▪'[at % 3]}"/>`)
  const figures = levels((at) => `<w:numFmt w:val="${['decimal', 'lowerLetter', 'lowerRoman'][at % 3]}"/><w:lvlText w:val="%${at + 1}."/>`)
  const nothing = levels(() => '<w:numFmt w:val="none"/><w:lvlText w:val=""/>')
  return [bullets, figures, nothing]
    .map((content, at) => `<w:abstractNum w:abstractNumId="${firstId + at}"><w:multiLevelType w:val="hybridMultilevel"/>${content}</w:abstractNum>`)
    .join('')
}
