import type { DocumentBuilder } from '../../building/document-builder.ts'
import { localName, readRelationships, readXmlPart } from '../../containers/xml.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import { readCoreTitle } from '../office-title.ts'
import { createCellText } from './cell-text.ts'
import { createSheetWarnings } from './sheet-warnings.ts'
import { readSheetDrawings } from './xlsx-drawings.ts'
import { readSheet } from './xlsx-sheet.ts'
import { readXlsxStyles } from './xlsx-styles.ts'

type WorkbookParts = { sheets: { name: string; hidden: boolean; part: string }[]; epoch1904: boolean; recalculates: boolean }

/** Reads every sheet of a workbook, then its drawings. Values are read as displayed (French numbers and dates), without formulas. */
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
  const printed = new Set<string>()
  try {
    for (const sheet of sheets) {
      if (sheet.hidden) builder.warn('hidden_sheet', `La feuille masquée « ${sheet.name} » a été lue aussi.`)
      builder.page(null, { label: sheet.name })
      const { rows, controls, headers } = await readSheet(zip, sheet, { builder, warnings, styles, strings, epoch1904, recalculates })
      builder.table(rows)
      await readSheetDrawings(zip, { ...sheet, controls }, builder)
      for (const text of headers) printed.add(text)
    }
    for (const text of printed) builder.paragraph(text, { boilerplate: true })
  } finally {
    warnings.finish()
  }
}

async function readBook(zip: BoundedZip, depth: number): Promise<WorkbookParts> {
  const parts = await readRelationships(zip, 'xl/workbook.xml', depth)
  const book: WorkbookParts = { sheets: [], epoch1904: false, recalculates: false }
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

/** Reads the texts that cells share, by index. */
async function readSharedStrings(zip: BoundedZip, builder: DocumentBuilder): Promise<string[]> {
  const strings: string[] = []
  const current = createCellText(builder.struckText)
  await readXmlPart(
    zip,
    'xl/sharedStrings.xml',
    {
      open(name, a) {
        const local = localName(name)
        if (local === 'si') current.clear()
        else current.open(local, a)
      },
      close(name) {
        const local = localName(name)
        if (local === 'si') strings.push(current.text())
        else current.close(local)
      },
      text: current.add,
    },
    builder.limits.depth,
  )
  return strings
}
