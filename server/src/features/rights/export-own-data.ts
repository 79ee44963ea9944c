import { isDocumentReadableBy } from '../../authorization/documents.ts'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Caller, Context } from '../../context.ts'
import { personalData } from '../../platform/db/personal-data/index.ts'
import { AppError, isFilesUnavailable } from '../../platform/errors/app-error.ts'
import { zipStream, type ZipEntry } from './zip-stream.ts'
import { formatFrenchDate } from '../../platform/paris.ts'

const rowsPerPage = 500

type PersonalTable = { table: string; file: string; tells: string; of: string; order: string[]; columns: string[]; left_out: Record<string, string> }

/** Tables that contain personal data, in the order of `personalData`. */
export const personalTables: readonly PersonalTable[] = Object.entries(personalData).flatMap(([table, declared]) => {
  if (!('file' in declared)) return []
  const columns = Object.entries(declared.columns)
  return [
    {
      table,
      file: declared.file,
      tells: declared.description,
      of: declared.of,
      order: declared.order.split(', '),
      columns: columns.filter(([, exportRule]) => exportRule === 'yes').map(([name]) => name),
      left_out: Object.fromEntries(columns.flatMap(([name, exportRule]) => (exportRule === 'yes' ? [] : [[name, exportRule.left_out]]))),
    },
  ]
})

const storeRetries = 12
const storeRetryMs = 5_000

/**
 * Returns a zip stream of everything this instance stores about a person.
 * @throws {AppError} `files.unavailable`, before anything is sent
 */
export async function exportOwnData(context: Context, caller: Caller): Promise<Readable> {
  const documents = await listOwnDocuments(context, caller)
  const first = documents.find(({ blob_id }) => blob_id !== null)
  if (first !== undefined) await context.blobs.stat(first.blob_id!)
  return Readable.from(zipStream(archiveEntries(context, caller, documents), context.now()), { objectMode: false })
}

type OwnDocument = { id: string; blob_id: string | null; sha256: string | null; original_filename: string }

const listOwnDocuments = ({ db }: Context, caller: Caller): Promise<OwnDocument[]> =>
  db
    .selectFrom('document')
    .where((where) => where.or([where('owner_id', '=', caller.id), where('uploader_id', '=', caller.id)]))
    // Documents that the person uploaded but may no longer read are left out.
    .where(isDocumentReadableBy(caller.id))
    .select(['id', 'blob_id', 'sha256', 'original_filename'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/**
 * Opens a file; null when it is missing or damaged. It is read once before: the stream of a damaged file fails, and would cut the archive being sent. While
 * the store does not answer, tries again for a minute, for the same reason.
 */
async function openPatiently({ blobs, log }: Context, { blob_id, sha256 }: OwnDocument): Promise<{ content: Readable } | null> {
  for (let retries = 0; blob_id !== null; retries += 1) {
    try {
      const isThere = await blobs.withPath(blob_id, async () => true, sha256)
      return isThere === null ? null : await blobs.read(blob_id, sha256)
    } catch (error) {
      if (error instanceof AppError && error.code === 'files.damaged') {
        log.warn({}, 'a damaged file was left out of a copy of personal data')
        return null
      }
      if (!isFilesUnavailable(error) || retries === storeRetries) throw error
      await delay(storeRetryMs)
    }
  }
  return null
}

async function* archiveEntries(context: Context, caller: Caller, documents: readonly OwnDocument[]): AsyncGenerator<ZipEntry> {
  const counts: Record<string, number> = {}
  for (const personal of personalTables) {
    yield { name: personal.file, content: jsonRows(context, personal, caller.id, (rows) => void (counts[personal.table] = rows)) }
  }
  const usedNames = new Set<string>()
  const files: { document_id: string; file: string | null }[] = []
  for (const document of documents) {
    const { id, original_filename } = document
    const blob = await openPatiently(context, document)
    const name = blob === null ? null : `documents/${freeName(usedNames, original_filename)}`
    files.push({ document_id: id, file: name })
    if (blob !== null && name !== null) yield { name, content: blob.content, isDense: isDense(original_filename) }
  }
  const contents = personalTables.map(({ table, file, tells }) => ({ file, tells, rows: counts[table] ?? 0 }))
  const summary = {
    made_at: context.now().toISOString(),
    account: caller.id,
    rows: counts,
    files,
    left_out: Object.fromEntries(personalTables.map(({ table, left_out }) => [table, left_out]).filter(([, omitted]) => Object.keys(omitted!).length > 0)),
  }
  yield { name: 'contenu.json', content: oneChunk(`${JSON.stringify(summary, null, 2)}\n`) }
  yield { name: 'README.txt', content: oneChunk(readme(caller, context.now(), contents)) }
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, 'utf8')
}

/**
 * Writes a person's rows of one table as a JSON array, page by page, so that a large account does not block others. @param onEnd receives the number of
 * rows
 */
async function* jsonRows(context: Context, personal: PersonalTable, user_id: string, onEnd: (rows: number) => void): AsyncGenerator<Uint8Array> {
  let rowCount = 0
  let last: readonly string[] | null = null
  yield Buffer.from('[')
  do {
    const rows: ExportedRow[] = await pageAfter(context, personal, user_id, last)
    if (rows.length > 0) yield Buffer.from(`${rowCount === 0 ? '\n' : ',\n'}${rows.map(({ line }) => line).join(',\n')}`, 'utf8')
    rowCount += rows.length
    last = rows.length < rowsPerPage ? null : rows.at(-1)!.key
  } while (last !== null)
  onEnd(rowCount)
  yield Buffer.from('\n]\n')
}

type ExportedRow = { line: string; /** Values of the order columns as text; a timestamp keeps its microseconds. */ key: string[] }

/** Reads the page of rows after a key (keyset pagination), so that rows deleted meanwhile cause no others to be skipped. */
async function pageAfter(
  { db }: Context,
  { table, of, order, columns }: PersonalTable,
  user_id: string,
  last: readonly string[] | null,
): Promise<ExportedRow[]> {
  const condition = sql.join(
    of.split(/(\$me)/).map((part) => (part === '$me' ? sql`${user_id}::uuid` : sql.raw(part))),
    sql``,
  )
  const names = (list: readonly string[]) => sql.join(list.map((name) => sql.ref(name)))
  const key = names(order)
  const { rows } = await sql<ExportedRow>`
    select (select row_to_json(line)::text from (select ${names(columns)}) as line) as line,
      array[${sql.join(order.map((name) => sql`${sql.ref(name)}::text`))}] as key
    from (select ${names([...new Set([...columns, ...order])])} from ${sql.table(table)}
      where (${condition}) ${last === null ? sql`` : sql`and (${key}) > (${sql.join(last)})`}
      order by ${key} limit ${sql.lit(rowsPerPage)}) as told`.execute(db)
  return rows
}

/** Returns a file name free of path characters, numbered when it is taken already. */
function freeName(usedNames: Set<string>, original: string): string {
  const clean = original.replace(/[\x00-\x1f/\\:*?"<>|]/g, '_').replace(/^\.+$/, '_')
  const dot = clean.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, '']
  let name = clean
  for (let copy = 2; usedNames.has(name.toLowerCase()); copy += 1) name = `${stem} (${copy})${extension}`
  usedNames.add(name.toLowerCase())
  return name
}

const isDense = (name: string): boolean => /\.(pdf|docx|xlsx|pptx|od[tsp]|zip|png|jpe?g)$/i.test(name)

/** Returns the README text of the copy of a person's data. */
export function readme({ username }: Pick<Caller, 'username'>, at: Date, contents: readonly { file: string; tells: string; rows: number }[]): string {
  const width = Math.max(...contents.map(({ file }) => file.length))
  return `COPIE DE VOS DONNÉES
Compte « ${username} », le ${formatFrenchDate(at, 'short')}

Cette archive contient tout ce que cette installation de Parvis conserve de vous
(articles 15 et 20 du RGPD). Les fichiers .json s’ouvrent avec un éditeur de texte
et se relisent par un autre logiciel ; les dates sont en temps universel (UTC).

${contents.map(({ file, tells, rows }) => `  ${file.padEnd(width)}  ${tells} : ${rows}`).join('\n')}
  documents/${' '.repeat(width - 10)}  les fichiers que vous avez déposés, sous leur nom d’origine
  ${'contenu.json'.padEnd(width)}  le nombre de lignes de chaque table, et ce qui est laissé de côté avec la raison

Ce qui n’y est pas :
  - l’empreinte de votre mot de passe et celles de vos jetons : elles permettraient
    d’entrer à votre place ;
  - ce que d’autres personnes ont écrit ou déposé ;
  - le journal technique du serveur, qui ne contient que des identifiants, des dates
    et des adresses de machine, et les actes d’autres personnes sur votre compte.
    Demandez-en un extrait à l’organisme qui exploite cette installation, ou à son
    délégué à la protection des données.
`
    .replaceAll(/ ([:;!?»])/g, '\u00a0$1')
    .replaceAll('« ', '«\u00a0')
}
