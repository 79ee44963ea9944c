import type { DocumentBuilder } from '../../building/document-builder.ts'

/** Maximum number of cells named in a warning about formulas; the others are counted. */
export const MAX_NAMED_CELLS = 10

/** Collects the warnings of a workbook: hidden rows and columns of each sheet, formulas without a value of all sheets. */
export function createSheetWarnings(builder: DocumentBuilder) {
  const formulas: { sheet: string; cells: string[] }[] = []
  let count = 0
  return {
    /** Warns of the rows and columns that hold text and are read although the application hides them. */
    hidden(sheet: string, rows: number, columns: number): void {
      const parts = [
        rows > 0 ? counted(rows, 'ligne masquée', 'lignes masquées') : '',
        columns > 0 ? counted(columns, 'colonne masquée', 'colonnes masquées') : '',
      ]
      const text = parts.filter(Boolean).join(' et ')
      const agreement = rows + columns > 1 ? 'ont été lues' : 'a été lue'
      if (text) builder.warn('hidden_rows', `${text} de la feuille « ${sheet} » ${agreement} aussi.`)
    },
    /** Records the formulas of a sheet whose value is not stored: their number, and the names of the first cells, “B4”. */
    formulas(sheet: string, number: number, cells: string[]): void {
      const remaining = MAX_NAMED_CELLS - Math.min(count, MAX_NAMED_CELLS)
      count += number
      if (remaining > 0 && number > 0) formulas.push({ sheet, cells: cells.slice(0, remaining) })
    },
    /** Writes the warning about formulas without a value, if there are any. */
    finish(): void {
      if (count === 0) return
      const cellList = formulas.map(({ sheet, cells }) => `« ${sheet} » ${cells.join(', ')}`).join(' ; ')
      builder.warn(
        'formulas_without_value',
        `${counted(count, 'formule', 'formules')} sans valeur enregistrée : ${cellList}${count > MAX_NAMED_CELLS ? '…' : ''}. Ouvrez le fichier dans un tableur, puis enregistrez-le.`,
      )
    },
  }
}

export type SheetWarnings = ReturnType<typeof createSheetWarnings>

const counted = (count: number, one: string, many: string): string => `${count.toLocaleString('fr-FR')} ${count > 1 ? many : one}`

/** Returns the name of a cell, by row and column from 0: “B4”. */
export function cellName(row: number, column: number): string {
  let letters = ''
  for (let remaining = column + 1; remaining > 0; remaining = Math.floor((remaining - 1) / 26))
    letters = String.fromCharCode(65 + ((remaining - 1) % 26)) + letters
  return `${letters}${row + 1}`
}
