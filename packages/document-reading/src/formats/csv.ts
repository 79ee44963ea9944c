import Papa from 'papaparse'
import type { DocumentBuilder } from '../building/document-builder.ts'
import { decodeText } from '../text/encoding.ts'

/** Reads a delimited text: separator guessed, quoted line breaks kept, any encoding a town hall uses. */
export function readCsv(bytes: Uint8Array, builder: DocumentBuilder): void {
  const { rowsPerSheet, characters } = builder.limits
  const { text } = decodeText(bytes)
  // Excel writes the separator on a line of its own.
  const declared = /^\uFEFF?sep=(.)\r?\n/i.exec(text)
  const body = (declared ? text.slice(declared[0].length) : text.replace(/^\uFEFF/, '')).slice(0, characters * 2)
  const { data } = Papa.parse<string[]>(body, {
    delimiter: declared?.[1] ?? '',
    delimitersToGuess: [';', ',', '\t', '|'],
    skipEmptyLines: 'greedy',
    preview: rowsPerSheet + 1,
  })
  if (data.length > rowsPerSheet) {
    builder.warn('rows_truncated', `Seules les ${rowsPerSheet.toLocaleString('fr-FR')} premières lignes ont été lues.`)
  }
  builder.page(null)
  builder.table(data.slice(0, rowsPerSheet))
}
