import { byteOrderMark, csvLine } from '@parvis/contract'
import type { DocumentBlock } from '@parvis/markdown'
import { body, heading, legal, table } from './blocks.ts'
import { securityMeasures } from './security.ts'
import { frenchDay, sheetRows } from './sheet-rows.ts'
import type { RegisterSnapshot } from './snapshot.ts'

const rowsOf = (snapshot: RegisterSnapshot) => {
  const security = securityMeasures(snapshot).join(' ')
  return snapshot.sheets.map((sheet) => sheetRows(sheet, snapshot.instance, security))
}

const titles = (snapshot: RegisterSnapshot) => (rowsOf({ ...snapshot, sheets: snapshot.sheets.slice(0, 1) })[0] ?? []).map(([title]) => title)

/** Writes the register as CSV for French spreadsheets: one line for each sheet, with the day of the export. */
export function registerCsv(snapshot: RegisterSnapshot): string {
  const day = frenchDay(snapshot.at)
  const lines = rowsOf(snapshot).map((row) => csvLine([day, ...row.map(([, value]) => value)]))
  return byteOrderMark + csvLine(['État au', ...titles(snapshot)]) + lines.join('')
}

/** Blocks of the register as a document: a table for each sheet. */
export function registerBlocks(snapshot: RegisterSnapshot): DocumentBlock[] {
  const count = snapshot.sheets.length
  return [
    body(
      `État au ${frenchDay(snapshot.at)}\u00a0: ${count}\u00a0fiche${count > 1 ? 's' : ''}. Ce que Parvis sait vient de ses réglages ce jour-là\u00a0; le reste a été écrit par la collectivité.`,
    ),
    ...legal('register'),
    ...legal('annexIII'),
    ...legal('annexIIIDate'),
    ...rowsOf(snapshot).flatMap((row) => [
      heading(2, row[0]![1]),
      table(
        ['Rubrique', 'Contenu'],
        row.slice(1).filter(([, value]) => value !== ''),
      ),
    ]),
  ]
}
