import { reviewMention, reviewProperties, type RouteQuery, type WrittenBlock, type WrittenDocument, type routes } from '@parvis/contract'
import { compareVersions, contentKey, type ChangeSource, type VersionStep } from '@parvis/written-document'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../platform/db/retry-transaction.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import type { FileAnswer } from '../../../platform/http/handler.ts'
import { writeInThread } from '../../../platform/write-in-thread.ts'
import { applyQuotas } from '../../quotas/storage-quotas.ts'
import { personName } from '../../teams/queries.ts'
import { readDocumentText } from '../../text-reviews/reviewed-texts.ts'
import { lockForWriting, requireWrittenDocument } from '../queries.ts'
import { saveIfChanged } from '../save-version.ts'
import type { WrittenExport } from './write-file.ts'

type ExportRequest = RouteQuery<typeof routes.writtenFiles.export> & { document_id: string; person_id: string }

/** Text that a document had, with its author. */
interface DatedText {
  number: number
  blocks: WrittenBlock[]
  source: ChangeSource
}

const mediaTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
} as const

/**
 * Writes a document, or one of its versions, in Word or OpenDocument, in a thread of its own, on the letterhead of the organisation where it has one. With
 * `compare`, what changed since that version is tracked, with who changed it. The present text becomes a version when its reader may write. The file says,
 * at its end and in its properties, who reviewed the text, or that nobody did.
 * @throws {AppError} `request.not_found`
 */
export async function exportWrittenDocument(context: Context, request: ExportRequest, disconnected: AbortSignal): Promise<FileAnswer> {
  const { document_id, person_id, format, version, compare } = request
  const document = await requireWrittenDocument(context.db, document_id, person_id)
  const after = version === undefined ? await presentText(context, document, person_id) : await readText(context.db, document_id, version)
  const before = compare === undefined ? null : await readText(context.db, document_id, compare)
  const steps = before === null ? null : compareVersions(before.blocks, after.blocks)
  const sources = before === null || steps === null ? null : await sourcesOf(context.db, document_id, before, after, steps)
  const review = await readDocumentText(context.db, person_id, document_id, after.blocks)
  if (review === null) throw notFound()
  const letterhead = await context.db.selectFrom('letterhead').select('content').where('id', '=', format).executeTakeFirst()
  const now = context.now()
  const input: WrittenExport = {
    format,
    title: document.title,
    blocks: after.blocks,
    tracked: steps === null || sources === null ? null : { steps, sources },
    author: after.source.author,
    mention: reviewMention(review, (instant) => dayInWords(new Date(instant))),
    properties: reviewProperties(review, now.toISOString()),
    date: now.toISOString(),
    dateInWords: dayInWords(now),
    letterhead: letterhead === undefined ? null : new Uint8Array(letterhead.content),
  }
  const content = await writeInThread(new URL('./write-file.ts', import.meta.url), input, disconnected)
  const name = document.title.replace(/[\\/:*?"<>|]/g, ' ').trim() || 'Document'
  const filename = `${name}${before === null ? '' : ' - modifications'}.${format}`
  return { content, filename, media_type: mediaTypes[format], size: content.length }
}

const dayInWords = (date: Date): string => date.toLocaleDateString('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' })

/** Reads the present text, saved as a version by a person who may write. */
async function presentText(context: Context, { id, role, blocks }: WrittenDocument, person_id: string): Promise<DatedText> {
  if (role === 'reader') return { ...(await readText(context.db, id, null)), blocks }
  const version_id = await inTransaction(context.db, async (trx) => {
    const document = await lockForWriting(trx, id, person_id)
    await applyQuotas(trx, context.config.quotas)
    return saveIfChanged(trx, document, { reason: 'export', author_id: document.last_author_id, created_at: document.updated_at })
  })
  return readText(context.db, id, version_id)
}

const versionColumns = sql`v.number, v.created_at, v.assistant, v.model, case when u.id is not null then ${personName} end as author`

type VersionRow = { number: number; blocks: WrittenBlock[]; created_at: string; assistant: string | null; model: string | null; author: string | null }

const sourceOf = ({ author, assistant, model, created_at }: VersionRow): ChangeSource => ({
  author: model === null ? (author ?? 'Compte supprimé') : `${assistant ?? 'Parvis'} (accepté par ${author ?? 'un compte supprimé'})`,
  date: created_at,
})

/** Reads a version by its id or its number; null: the latest one. @throws {AppError} `request.not_found` */
async function readText(db: Db, document_id: string, version: string | null): Promise<DatedText> {
  const isNumber = version !== null && /^\d+$/.test(version)
  const wanted = version === null ? sql`true` : isNumber ? sql`v.number = ${Number(version)}` : sql`v.id = ${version}::uuid`
  const { rows } = await sql<VersionRow>`select ${versionColumns}, v.blocks from written_document_version v left join app_user u on u.id = v.author_id
    where v.document_id = ${document_id} and ${wanted} order by v.number desc limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) throw notFound()
  return { number: row.number, blocks: row.blocks, source: sourceOf(row) }
}

/** Finds who made the change of each step: the author of the first version, after the older one, where the block is as the newer one has it. */
async function sourcesOf(db: Db, document_id: string, before: DatedText, after: DatedText, steps: readonly VersionStep[]): Promise<ChangeSource[]> {
  const found = new Map<string, ChangeSource>()
  let blocks = before.blocks
  // One version at a time: a hundred of them may be large.
  for (let number = before.number; number < after.number;) {
    const { rows } = await sql<VersionRow>`select ${versionColumns}, v.blocks from written_document_version v left join app_user u on u.id = v.author_id
      where v.document_id = ${document_id} and v.number > ${number} and v.number <= ${after.number} order by v.number limit 1`.execute(db)
    const [row] = rows
    if (row === undefined) break
    for (const id of changedIds(blocks, row.blocks)) found.set(id, sourceOf(row))
    ;({ number, blocks } = row)
  }
  return steps.map((step) => found.get('after' in step ? step.after.id : step.before.id) ?? after.source)
}

/** Ids of the blocks that two texts do not have alike. */
function changedIds(before: readonly WrittenBlock[], after: readonly WrittenBlock[]): string[] {
  const old = new Map(before.map((block) => [block.id, contentKey(block)]))
  const ids = new Set(after.map(({ id }) => id))
  return [...after.filter((block) => old.get(block.id) !== contentKey(block)).map(({ id }) => id), ...[...old.keys()].filter((id) => !ids.has(id))]
}
