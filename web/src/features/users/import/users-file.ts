import { importLimits, unescapeCsvCell, type ImportedRow } from '@parvis/contract'
// The file rather than the package, whose types require those of Node.
import Papa from 'papaparse/papaparse.min.js'
import { formatNumber, formatSize } from '../../../ui/words/formats.ts'
import { foldText } from '../../../ui/lists/matching.ts'

/** Content of a file of accounts, or the sentence that says why it cannot be used. */
export type UsersFile = { rows: ImportedRow[]; /** Titles of the columns that are not used. */ ignored: string[] } | { refusal: string }

type ImportField = Exclude<keyof ImportedRow, 'line'>

const splitWords = (...lines: string[]): string[] => lines.join(' ').split(' ')

/** Recognised titles of each column, in order of preference: letters only, without accents, lowercase. */
const titles: Record<ImportField, readonly string[]> = {
  email: splitWords(
    'email mail courriel messagerie adresseemail adressemail adressecourriel adressedecourriel adresseelectronique adressemessagerie adressedemessagerie',
    'emailprofessionnel mailprofessionnel courrielprofessionnel adresseemailprofessionnelle adressemailprofessionnelle emailpro mailpro emailaddress',
    'adresseelectroniqueprofessionnelle',
  ),
  last_name: splitWords('nom noms nomdefamille nomdusage nomusuel lastname surname familyname'),
  first_name: splitWords('prenom prenoms prenomusuel firstname givenname'),
  username: splitWords('nomdutilisateur nomutilisateur utilisateur identifiant identifiantdeconnexion login username'),
  teams: splitWords(
    'service services servicedaffectation servicesdaffectation serviceaffectation directionservice servicedirection nomduservice libelleservice',
    'libelleduservice affectation affectations equipe equipes pole poles direction directions team teams',
  ),
}

/** Number of rows searched for the column titles, because a heading may precede them. */
const rowsBeforeTitles = 10
const delimiters = [';', '\t', ',', '|'] as const

export const fileRefusals = {
  tooLarge: `Ce fichier est trop volumineux\u00a0: ${formatSize(importLimits.bytes)} au plus.`,
  workbook: 'Ce fichier est un classeur. Dans Excel ou LibreOffice, enregistrez-le au format CSV, puis choisissez le fichier obtenu.',
  noColumn: 'Aucune colonne d’adresses e-mail n’a été reconnue. La première ligne doit nommer les colonnes\u00a0: Nom, Prénom, Adresse e-mail.',
  noRow: 'Ce fichier ne contient aucune ligne sous ses titres.',
  openQuote: (line: number) =>
    `Un guillemet ouvert à la ligne ${formatNumber(line)} n’est pas fermé\u00a0: corrigez cette ligne, puis choisissez de nouveau le fichier.`,
  tooMany: (rows: number) =>
    `Ce fichier compte ${formatNumber(rows)} lignes\u00a0: ${formatNumber(importLimits.rows)} au plus. Coupez-le en plusieurs fichiers.`,
} as const

/** Reads a CSV file of accounts as spreadsheets save it: detects its encoding, its delimiter and its columns. */
export function readUsersFile(bytes: Uint8Array): UsersFile {
  if (bytes.length > importLimits.bytes) return { refusal: fileRefusals.tooLarge }
  if (isWorkbook(bytes)) return { refusal: fileRefusals.workbook }
  const text = decodeText(bytes)
  // Excel may write the delimiter on a first line « sep=; », which is not a row of the sheet.
  const body = text.replace(/^sep=.\r?\n/i, '')
  const { delimiter, at, columns } = findTitles(body)
  if (columns.email === undefined) return { refusal: fileRefusals.noColumn }
  const table = parseCsv(body, delimiter)
  const openQuote = openQuoteRow(table)
  if (openQuote >= 0) return { refusal: fileRefusals.openQuote(openQuote + 1) }
  const rows = table.data
    .map((cells, index) => rowOf(cells, columns, index + 1))
    .slice(at + 1)
    .filter((row) => [row.email, row.username, row.first_name, row.last_name].some((cell) => cell !== ''))
  if (rows.length === 0) return { refusal: fileRefusals.noRow }
  if (rows.length > importLimits.rows) return { refusal: fileRefusals.tooMany(rows.length) }
  const usedColumns = new Set(Object.values(columns))
  const ignored = table.data[at]!.map((title) => title.trim()).filter((title, column) => title !== '' && !usedColumns.has(column))
  return { rows, ignored }
}

/** Whether the file is a workbook: a ZIP (xlsx, ods), or the binary format of before 2007. */
const isWorkbook = ([a, b]: Uint8Array): boolean => (a === 0x50 && b === 0x4b) || (a === 0xd0 && b === 0xcf)

/** Decodes UTF-16 if it has a byte order mark, else UTF-8 if valid, else windows-1252, which Excel writes in France. */
function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Blank rows are kept, so that row numbers match the spreadsheet. */
const parseCsv = (text: string, delimiter: string, preview = 0) => Papa.parse<string[]>(text, { delimiter, preview })

/**
 * Returns the index of the first row with an unclosed quotation mark, or one that is only closed on a later row: everything between would be lost. -1 when
 * there is none.
 */
function openQuoteRow({ data, errors }: ReturnType<typeof parseCsv>): number {
  const open = errors.find(({ code, row = -1 }) => code === 'MissingQuotes' || (code === 'InvalidQuotes' && data[row]?.some((cell) => /[\r\n]/.test(cell))))
  return open?.row ?? -1
}

type ColumnIndexes = Partial<Record<ImportField, number>>
interface TitleRow {
  delimiter: string
  /** Index of the row of titles. */
  at: number
  columns: ColumnIndexes
}

/** Finds the row of column titles, trying each delimiter: the one that recognises the most columns wins. */
function findTitles(text: string): TitleRow {
  const candidates = delimiters.flatMap((delimiter) =>
    parseCsv(text, delimiter, rowsBeforeTitles).data.map((cells, index): TitleRow => ({ delimiter, at: index, columns: columnsOf(cells) })),
  )
  const count = ({ columns }: TitleRow) => (columns.email === undefined ? 0 : Object.keys(columns).length)
  return candidates.reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best), { delimiter: ';', at: 0, columns: {} })
}

function columnsOf(cells: readonly string[]): ColumnIndexes {
  const foldedCells = cells.map((cell) => foldText(cell).replace(/[^a-z]/g, ''))
  const columns = (Object.keys(titles) as ImportField[]).map(
    (field) => [field, titles[field].map((title) => foldedCells.indexOf(title)).find((column) => column >= 0) ?? -1] as const,
  )
  return Object.fromEntries(columns.filter(([, column]) => column >= 0))
}

function rowOf(cells: readonly string[], columns: ColumnIndexes, line: number): ImportedRow {
  const read = (field: ImportField) => cleanCell(cells[columns[field] ?? -1] ?? '')
  // Line breaks in a cell separate teams, and `cleanCell` would join them.
  const readTeams = () => cleanCell((cells[columns.teams ?? -1] ?? '').replace(/[\r\n]+/g, ' | '))
  return {
    line,
    email: read('email').replace(/^mailto:/i, ''),
    username: read('username'),
    first_name: read('first_name'),
    last_name: read('last_name'),
    teams: readTeams(),
  }
}

/** Returns a cell on one line, without invisible characters, cut at the length that the server accepts. */
const cleanCell = (cell: string): string =>
  unescapeCsvCell(cell)
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, importLimits.cell)
