import type { DocumentBuilder } from '../../building/document-builder.ts'

const MAX_NAMED_CELLS = 10

/** Builds the warnings of a workbook: hidden rows and columns of each sheet, formulas of all sheets. */
export function createSheetWarnings(builder: DocumentBuilder) {
  const formulas: { sheet: string; cells: string[] }[] = []
  let count = 0
  return {
    /** Counts of rows and columns that hold a text, are read, and that the application does not show. */
    hidden(sheet: string, rows: number, columns: number): void {
      const parts = [
        rows > 0 ? counted(rows, 'ligne masquée', 'lignes masquées') : '',
        columns > 0 ? counted(columns, 'colonne masquée', 'colonnes masquées') : '',
      ]
      const text = parts.filter(Boolean).join(' et ')
      const agreement = rows + columns > 1 ? 'ont été lues' : 'a été lue'
      if (text) builder.warn('hidden_rows', `${text} de la feuille « ${sheet} » ${agreement} aussi.`)
    },
    /** Notes the cell, “B4”, of a formula whose value the file does not hold. */
    formula(sheet: string, cell: string): void {
      count++
      if (count > MAX_NAMED_CELLS) return
      if (formulas.at(-1)?.sheet !== sheet) formulas.push({ sheet, cells: [] })
      formulas.at(-1)!.cells.push(cell)
    },
    /** Writes the warning about formulas, if any. */
    finish(): void {
      if (count === 0) return
      const places = formulas.map(({ sheet, cells }) => `« ${sheet} » ${cells.join(', ')}`).join(' ; ')
      builder.warn(
        'formulas_without_value',
        `${counted(count, 'formule', 'formules')} sans valeur enregistrée : ${places}${count > MAX_NAMED_CELLS ? '…' : ''}. Ouvrez le fichier dans un tableur, puis enregistrez-le.`,
      )
    },
  }
}

export type SheetWarnings = ReturnType<typeof createSheetWarnings>

type Unread = { charts?: number; diagrams?: number; pictures?: number; objects?: number }

/** Warns of the content of a sheet that has no text to read. */
export function warnUnread(builder: DocumentBuilder, sheet: string, { charts = 0, diagrams = 0, pictures = 0, objects = 0 }: Unread): void {
  const contents = [
    charts > 0 ? counted(charts, 'graphique', 'graphiques') : '',
    diagrams > 0 ? counted(diagrams, 'diagramme', 'diagrammes') : '',
    pictures > 0 ? counted(pictures, 'image', 'images') : '',
    objects > 0 ? counted(objects, 'objet incorporé', 'objets incorporés') : '',
  ].filter(Boolean)
  if (contents.length > 0) builder.warn('content_unread', `Contenu non lu de la feuille « ${sheet} » : ${contents.join(', ')}.`)
}

const counted = (count: number, one: string, many: string): string => `${count.toLocaleString('fr-FR')} ${count > 1 ? many : one}`

/** The name of a cell: row and column from 0, “B4”. */
export function cellName(row: number, column: number): string {
  let letters = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return `${letters}${row + 1}`
}
