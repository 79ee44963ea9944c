import type { DocumentBuilder } from '../../building/document-builder.ts'
import { localName, readRelationships, readXmlPart } from '../../containers/xml.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import { readCoreTitle } from '../office-title.ts'
import { createSheetWarnings } from './sheet-warnings.ts'
import { readSheetDrawings } from './xlsx-drawings.ts'
import { readSheet } from './xlsx-sheet.ts'
import { readXlsxStyles } from './xlsx-styles.ts'

type Book = { sheets: { name: string; hidden: boolean; part: string }[]; epoch1904: boolean; recalculates: boolean }

/** Reads every sheet of a workbook, values as they are displayed (French numbers and dates), formulas left out, then its drawings. */
export async function readXlsx(zip: BoundedZip, builder: DocumentBuilder): Promise<void> {
  const { depth } = builder.limits
  await readCoreTitle(zip, builder)
  const { sheets, epoch1904, recalculates } = await readBook(zip, depth)
  const styles = await readXlsxStyles(zip, depth)
  const strings = await readSharedStrings(zip, builder)
  if (zip.names.some((name) => /^xl\/(threadedComments|comments)/.test(name))) {
    builder.warn('comments_ignored', 'Les commentaires du classeur n’ont pas été lus.')
  }
  const warnings = createSheetWarnings(builder)
  try {
    for (const sheet of sheets) {
      if (sheet.hidden) builder.warn('hidden_sheet', `La feuille masquée « ${sheet.name} » a été lue aussi.`)
      builder.page(null, { label: sheet.name })
      const { rows, controls } = await readSheet(zip, sheet, { builder, warnings, styles, strings, epoch1904, recalculates })
      builder.table(rows)
      await readSheetDrawings(zip, { ...sheet, controls }, builder)
    }
  } finally {
    warnings.finish()
  }
}

async function readBook(zip: BoundedZip, depth: number): Promise<Book> {
  const parts = await readRelationships(zip, 'xl/workbook.xml', depth)
  const book: Book = { sheets: [], epoch1904: false, recalculates: false }
  const isOn = (value: string | undefined) => value === '1' || value === 'true'
  await readXmlPart(
    zip,
    'xl/workbook.xml',
    {
      open(name, a) {
        const local = localName(name)
        if (local === 'workbookPr') book.epoch1904 = isOn(a['date1904'])
        else if (local === 'calcPr') book.recalculates = isOn(a['fullCalcOnLoad'])
        if (local !== 'sheet') return
        const id = Object.entries(a).find(([key]) => key.endsWith(':id'))?.[1]
        const part = parts.get(id ?? '')?.target
        if (part) book.sheets.push({ name: a['name'] ?? '', hidden: a['state'] === 'hidden' || a['state'] === 'veryHidden', part })
      },
    },
    depth,
  )
  return book
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
