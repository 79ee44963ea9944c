import type { DocumentBuilder } from '../document-builder.ts'
import { ExtractionError } from '../failure.ts'
import { readXmlPart, type XmlAttributes } from '../xml.ts'
import type { BoundedZip } from '../zip.ts'
import { readCoreTitle } from './office-title.ts'

type OdfKind = 'odt' | 'ods' | 'odp'
type TextBuffer = { kind: 'cell' | 'text:p' | 'text:h'; text: string; level: number; repeat: number }
type Table = { rows: string[][]; row: string[] | null; repeatRow: number; header: boolean }

const SKIPPED = new Set([
  'text:tracked-changes',
  'office:annotation',
  'text:index-title-template',
  'script:event-listener',
  'svg:title',
  'office:forms',
  'office:scripts',
  'text:note-citation',
])
/** A value repeated across a whole empty row is a formatting trick, not data (trust case FIC-09). */
const MAX_REPEAT = 64

/** Reads an OpenDocument text, spreadsheet or presentation. */
export async function readOdf(zip: BoundedZip, kind: OdfKind, builder: DocumentBuilder): Promise<void> {
  const { depth } = builder.limits
  await readXmlPart(
    zip,
    'META-INF/manifest.xml',
    {
      open(name) {
        if (name.endsWith('encryption-data')) throw new ExtractionError('extraction.password')
      },
    },
    depth,
  )
  await readCoreTitle(zip, builder)
  const content = createContentHandler(kind, builder)
  if (!(await readXmlPart(zip, 'content.xml', content, depth))) throw new ExtractionError('extraction.damaged')
  if (!content.isPaginated()) builder.forgetPageNumbers()
}

function createContentHandler(kind: OdfKind, builder: DocumentBuilder) {
  const { rowsPerSheet, columns } = builder.limits
  const buffers: TextBuffer[] = []
  const tables: Table[] = []
  const hiddenStyles = new Set<string>()
  const breakingStyles = new Set<string>()
  // Presentations have slides; texts say where their pages ended, or not.
  let paginated = kind === 'odp'
  let styleName = ''
  let skipping = 0
  let lists = 0
  let notes = 0
  let page = 1
  let slide = 0
  let startedPage = 0

  const top = () => buffers.at(-1)
  const startPage = () => {
    if (kind !== 'odt' || page === startedPage) return
    builder.page(page)
    startedPage = page
  }
  const endParagraph = () => {
    const ended = buffers.pop()
    const text = ended?.text.trim()
    const enclosing = top()
    if (!ended || !text) return
    if (enclosing) {
      enclosing.text += (enclosing.text && enclosing.kind === 'cell' ? '\n' : '') + text
      return
    }
    startPage()
    if (ended.kind === 'text:h') builder.heading(ended.level || 1, text)
    else if (notes) builder.paragraph(`Note de l’orateur : ${text}`)
    else if (lists) builder.listItem(text)
    else builder.paragraph(text)
  }
  const endCell = () => {
    const cell = buffers.pop()
    const row = tables.at(-1)?.row
    if (!cell || !row) return
    const text = cell.text.trim()
    for (let i = 0; i < cell.repeat && row.length < columns; i++) row.push(text)
  }
  const endRow = () => {
    const table = tables.at(-1)
    const row = table?.row
    if (!table || !row) return
    table.row = null
    while (row.length > 0 && !row.at(-1)) row.pop()
    if (row.length === 0) return
    const enclosing = top()
    if (tables.length > 1 && enclosing) {
      enclosing.text += (enclosing.text ? ' ; ' : '') + row.join(' | ')
      return
    }
    for (let i = 0; i < table.repeatRow && table.rows.length < rowsPerSheet; i++) table.rows.push(row)
    if (table.rows.length >= rowsPerSheet) {
      builder.warn('rows_truncated', `Seules les ${rowsPerSheet.toLocaleString('fr-FR')} premières lignes de chaque feuille ont été lues.`)
    }
  }
  const endTable = () => {
    const table = tables.pop()
    if (!table || table.rows.length === 0 || tables.length > 0) return
    startPage()
    builder.table(table.rows, table.header ? { header: true } : {})
  }

  return {
    isPaginated: () => paginated,
    open(name: string, a: XmlAttributes) {
      if (skipping || SKIPPED.has(name)) {
        if (name === 'office:annotation') builder.warn('comments_ignored', 'Les commentaires du document n’ont pas été lus.')
        return void skipping++
      }
      switch (name) {
        case 'style:style':
          styleName = a['style:name'] ?? ''
          break
        case 'style:text-properties':
          if (
            a['text:display'] === 'none' ||
            (/^#f[ef]f[ef]f[ef]$/i.test(a['fo:color'] ?? '') && !a['fo:background-color'] && kind === 'odt') ||
            parseFloat(a['fo:font-size'] ?? '12') <= 2
          )
            hiddenStyles.add(styleName)
          break
        case 'text:span':
          if (hiddenStyles.has(a['text:style-name'] ?? '')) {
            builder.hiddenText()
            return void skipping++
          }
          break
        case 'style:paragraph-properties':
          if (a['fo:break-before'] === 'page') breakingStyles.add(styleName)
          break
        case 'text:soft-page-break':
          page++
          paginated = true
          break
        case 'draw:page':
          builder.page(++slide, { label: /^page\d+$/.test(a['draw:name'] ?? '') ? null : (a['draw:name'] ?? null) })
          break
        case 'presentation:notes':
          notes++
          break
        case 'text:list':
          lists++
          break
        case 'table:table':
          if (kind === 'ods' && tables.length === 0) builder.page(null, { label: a['table:name'] ?? null })
          tables.push({ rows: [], row: null, repeatRow: 1, header: false })
          break
        case 'table:table-header-rows':
          if (tables.length > 0) tables.at(-1)!.header = true
          break
        case 'table:table-row': {
          const table = tables.at(-1)
          if (table) {
            table.row = []
            table.repeatRow = repeat(a['table:number-rows-repeated'])
          }
          break
        }
        case 'table:table-cell':
        case 'table:covered-table-cell':
          buffers.push({ kind: 'cell', text: '', level: 0, repeat: repeat(a['table:number-columns-repeated']) })
          break
        case 'text:p':
        case 'text:h':
          if (hiddenStyles.has(a['text:style-name'] ?? '')) {
            builder.hiddenText()
            return void skipping++
          }
          if (breakingStyles.has(a['text:style-name'] ?? '') && builder.size() > 0 && tables.length === 0) page++
          buffers.push({ kind: name, text: '', level: Number(a['text:outline-level']) || 0, repeat: 1 })
          break
        case 'text:note':
          if (top()) top()!.text += ' [note : '
          break
        case 'text:s':
          if (top()) top()!.text += ' '
          break
        case 'text:tab':
          if (top()) top()!.text += '\t'
          break
        case 'text:line-break':
          if (top()) top()!.text += '\n'
          break
      }
    },
    close(name: string) {
      if (skipping) return void skipping--
      switch (name) {
        case 'text:list':
          lists--
          break
        case 'presentation:notes':
          notes--
          break
        case 'text:note':
          if (top()) top()!.text += ']'
          break
        case 'text:p':
        case 'text:h':
          endParagraph()
          break
        case 'table:table-cell':
        case 'table:covered-table-cell':
          endCell()
          break
        case 'table:table-row':
          endRow()
          break
        case 'table:table':
          endTable()
          break
      }
    },
    text(text: string) {
      const buffer = top()
      if (!skipping && buffer && buffer.kind !== 'cell') buffer.text += text.replace(/[\t\r\n ]+/g, ' ')
    },
  }
}

function repeat(value: string | undefined): number {
  return Math.min(Math.max(Number(value) || 1, 1), MAX_REPEAT)
}
