import type { DocumentBuilder } from '../building/document-builder.ts'
import { localName, readRelationships, readXmlPart } from '../containers/xml.ts'
import type { BoundedZip } from '../containers/zip.ts'
import { readCoreTitle } from './office-title.ts'
import { formatCell, readXlsxStyles, type CellStyle } from './xlsx-styles.ts'

/** Stops the reading of a sheet that has given all the rows we accept. */
class EnoughRows extends Error {}

/** Reads every sheet of a workbook, values as they are displayed (French numbers and dates), formulas left out. */
export async function readXlsx(zip: BoundedZip, builder: DocumentBuilder): Promise<void> {
  const { depth } = builder.limits
  await readCoreTitle(zip, builder)
  const parts = await readRelationships(zip, 'xl/workbook.xml', depth)
  const sheets: { name: string; hidden: boolean; part: string }[] = []
  let epoch1904 = false
  await readXmlPart(
    zip,
    'xl/workbook.xml',
    {
      open(name, a) {
        const local = localName(name)
        if (local === 'workbookPr') epoch1904 = a['date1904'] === '1' || a['date1904'] === 'true'
        if (local !== 'sheet') return
        const id = Object.entries(a).find(([key]) => key.endsWith(':id'))?.[1]
        const part = parts.get(id ?? '')?.target
        if (part) sheets.push({ name: a['name'] ?? '', hidden: a['state'] === 'hidden' || a['state'] === 'veryHidden', part })
      },
    },
    depth,
  )
  const styles = await readXlsxStyles(zip, depth)
  const strings = await readSharedStrings(zip, builder)
  if (zip.names.some((name) => /^xl\/(threadedComments|comments)/.test(name))) {
    builder.warn('comments_ignored', 'Les commentaires du classeur n’ont pas été lus.')
  }
  for (const sheet of sheets) {
    if (sheet.hidden) builder.warn('hidden_sheet', `La feuille masquée « ${sheet.name} » a été lue aussi.`)
    builder.page(null, { label: sheet.name })
    builder.table(await readSheet(zip, sheet.part, { builder, styles, strings, epoch1904 }))
  }
}

type Workbook = { builder: DocumentBuilder; styles: CellStyle[]; strings: string[]; epoch1904: boolean }

async function readSheet(zip: BoundedZip, part: string, { builder, styles, strings, epoch1904 }: Workbook): Promise<string[][]> {
  const { limits } = builder
  const budget = limits.characters - builder.size()
  const rows: string[][] = []
  let row: string[] | null = null
  let cell: { column: number; type: string; style: CellStyle } | null = null
  let value = ''
  let capturing = false
  let characters = 0
  try {
    await readXmlPart(
      zip,
      part,
      {
        open(name, a) {
          const local = localName(name)
          if (local === 'row') {
            if (rows.length >= limits.rowsPerSheet || characters > budget) throw new EnoughRows()
            if (rows.length % 1000 === 0) builder.checkTime()
            row = []
          } else if (local === 'c') {
            cell = { column: a['r'] ? columnOf(a['r']) : (row?.length ?? 0), type: a['t'] ?? 'n', style: styles[Number(a['s']) || 0] ?? [] }
            value = ''
          } else if (local === 'v' || local === 't') capturing = cell !== null
        },
        close(name) {
          const local = localName(name)
          if (local === 'v' || local === 't') capturing = false
          else if (local === 'c' && cell) {
            if (row && value !== '') {
              const text = displayed(cell.type, value, cell.style, strings, epoch1904)
              if (cell.column < limits.columns) {
                row[cell.column] = text
                characters += text.length
              } else if (text) builder.moreColumns()
            }
            cell = null
          } else if (local === 'row') {
            if (row && row.length > 0) rows.push(Array.from(row, (text) => text ?? ''))
            row = null
          }
        },
        text(text) {
          if (capturing) value += text
        },
      },
      limits.depth,
    )
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
    builder.warn('rows_truncated', `Seules les ${rows.length.toLocaleString('fr-FR')} premières lignes d’une feuille ont été lues.`)
  }
  return rows
}

function displayed(type: string, value: string, style: CellStyle, strings: string[], epoch1904: boolean): string {
  switch (type) {
    case 's':
      return strings[Number(value)] ?? ''
    case 'b':
      return value === '1' ? 'VRAI' : 'FAUX'
    case 'e':
      return ''
    case 'str':
    case 'inlineStr':
    case 'd':
      return value
    default:
      return formatCell(value, style, epoch1904)
  }
}

/** The shared texts, bounded like the output: one long text may be shared by a million cells. */
async function readSharedStrings(zip: BoundedZip, builder: DocumentBuilder): Promise<string[]> {
  const strings: string[] = []
  let current = ''
  let inText = false
  let phonetic = 0
  await readXmlPart(
    zip,
    'xl/sharedStrings.xml',
    {
      open(name) {
        const local = localName(name)
        if (local === 'si') current = ''
        else if (local === 'rPh') phonetic++
        else if (local === 't') inText = true
      },
      close(name) {
        const local = localName(name)
        if (local === 'si') strings.push(current)
        else if (local === 'rPh') phonetic--
        else if (local === 't') inText = false
      },
      text(text) {
        if (inText && phonetic === 0 && current.length < 100_000) current += text
      },
    },
    builder.limits.depth,
  )
  return strings
}

/** “AB12” → 27. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference) {
    const code = letter.charCodeAt(0)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}
