import { importLimits, plainCell, type ImportedRow } from '@parvis/contract'
// Not under its bare name, whose types bring those of Node, which no browser has.
import Papa from 'papaparse/papaparse.min.js'
import { formatNumber, formatSize } from '../../../ui/words/formats.ts'
import { fold } from '../../../ui/lists/matching.ts'

/** What a file of accounts says; `refusal` in place of it when nothing can be done with it. */
export type UsersFile = { rows: ImportedRow[]; /** Titles of the columns that are not used. */ ignored: string[] } | { refusal: string }

type Field = Exclude<keyof ImportedRow, 'line'>

const words = (...lines: string[]): string[] => lines.join(' ').split(' ')

/** Titles that people give to these columns, folded, letters only, in order of preference. */
const titles: Record<Field, readonly string[]> = {
  email: words(
    'email mail courriel messagerie adresseemail adressemail adressecourriel adressedecourriel adresseelectronique adressemessagerie adressedemessagerie',
    'emailprofessionnel mailprofessionnel courrielprofessionnel adresseemailprofessionnelle adressemailprofessionnelle emailpro mailpro emailaddress',
    'adresseelectroniqueprofessionnelle',
  ),
  last_name: words('nom noms nomdefamille nomdusage nomusuel lastname surname familyname'),
  first_name: words('prenom prenoms prenomusuel firstname givenname'),
  username: words('nomdutilisateur nomutilisateur utilisateur identifiant identifiantdeconnexion login username'),
  teams: words(
    'service services servicedaffectation servicesdaffectation serviceaffectation directionservice servicedirection nomduservice libelleservice',
    'libelleduservice affectation affectations equipe equipes pole poles direction directions team teams',
  ),
}

/** A title may stand above the columns. */
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

/** Reads a file of accounts as spreadsheets save them: its encoding, its separator and its columns are recognised. */
export function readUsersFile(bytes: Uint8Array): UsersFile {
  if (bytes.length > importLimits.bytes) return { refusal: fileRefusals.tooLarge }
  if (isWorkbook(bytes)) return { refusal: fileRefusals.workbook }
  const text = decodeText(bytes)
  // Excel may write the separator on a line of its own, which is a row of the sheet for nobody.
  const body = text.replace(/^sep=.\r?\n/i, '')
  const { delimiter, at, columns } = findTitles(body)
  if (columns.email === undefined) return { refusal: fileRefusals.noColumn }
  const table = split(body, delimiter)
  const openQuote = openQuoteRow(table)
  if (openQuote >= 0) return { refusal: fileRefusals.openQuote(openQuote + 1) }
  const rows = table.data
    .map((cells, index) => rowOf(cells, columns, index + 1))
    .slice(at + 1)
    .filter((row) => [row.email, row.username, row.first_name, row.last_name].some((cell) => cell !== ''))
  if (rows.length === 0) return { refusal: fileRefusals.noRow }
  if (rows.length > importLimits.rows) return { refusal: fileRefusals.tooMany(rows.length) }
  const used = new Set(Object.values(columns))
  const ignored = table.data[at]!.map((title) => title.trim()).filter((title, column) => title !== '' && !used.has(column))
  return { rows, ignored }
}

/** A compressed workbook, or one of before 2007. */
const isWorkbook = ([a, b]: Uint8Array): boolean => (a === 0x50 && b === 0x4b) || (a === 0xd0 && b === 0xcf)

/** UTF-16 by its mark, else UTF-8 where it can be, else what Excel writes in France. */
function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Blank rows are kept: numbers are those of the spreadsheet. */
const split = (text: string, delimiter: string, preview = 0) => Papa.parse<string[]>(text, { delimiter, preview })

/** Rank of the row where a quote opens that nothing closes, or that the next one closes on another row; -1 without any. What lies between would be lost. */
function openQuoteRow({ data, errors }: ReturnType<typeof split>): number {
  const open = errors.find(({ code, row = -1 }) => code === 'MissingQuotes' || (code === 'InvalidQuotes' && data[row]?.some((cell) => /[\r\n]/.test(cell))))
  return open?.row ?? -1
}

type Columns = Partial<Record<Field, number>>
interface Titles {
  delimiter: string
  /** Rank of the row of titles. */
  at: number
  columns: Columns
}

/** The row that names the columns, under the separator which makes the most of it. */
function findTitles(text: string): Titles {
  const candidates = delimiters.flatMap((delimiter) =>
    split(text, delimiter, rowsBeforeTitles).data.map((cells, at): Titles => ({ delimiter, at, columns: columnsOf(cells) })),
  )
  const count = ({ columns }: Titles) => (columns.email === undefined ? 0 : Object.keys(columns).length)
  return candidates.reduce((best, one) => (count(one) > count(best) ? one : best), { delimiter: ';', at: 0, columns: {} })
}

function columnsOf(cells: readonly string[]): Columns {
  const folded = cells.map((cell) => fold(cell).replace(/[^a-z]/g, ''))
  const found = (Object.keys(titles) as Field[]).map(
    (field) => [field, titles[field].map((title) => folded.indexOf(title)).find((column) => column >= 0) ?? -1] as const,
  )
  return Object.fromEntries(found.filter(([, column]) => column >= 0))
}

function rowOf(cells: readonly string[], columns: Columns, line: number): ImportedRow {
  const read = (field: Field) => clean(cells[columns[field] ?? -1] ?? '')
  // Lines of one cell are services too, which `clean` would join.
  const readTeams = () => clean((cells[columns.teams ?? -1] ?? '').replace(/[\r\n]+/g, ' | '))
  return {
    line,
    email: read('email').replace(/^mailto:/i, ''),
    username: read('username'),
    first_name: read('first_name'),
    last_name: read('last_name'),
    teams: readTeams(),
  }
}

/** On one line, without what cannot be seen, nor more than the server reads of it. */
const clean = (cell: string): string =>
  plainCell(cell)
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, importLimits.cell)
