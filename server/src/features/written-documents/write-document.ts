import { writtenLimits, type RouteBody, type SentBlock, type WrittenBlock, type WrittenDocument, type routes } from '@parvis/contract'
import { blocksOfMarkdown, blockText, countCharacters, withId } from '@parvis/written-document'
import { sql } from 'kysely'
import { isAssistantUsableBy } from '../../authorization/assistants.ts'
import type { Context } from '../../context.ts'
import { createOnce } from '../../platform/db/create-once.ts'
import { inTransaction, withRetries } from '../../platform/db/retry-transaction.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { assertUnchanged, nextUpdate, type LastAuthor } from '../../platform/errors/stale-write.ts'
import { applyQuotas } from '../quotas/storage-quotas.ts'
import { personName } from '../teams/queries.ts'
import { isTooLarge } from '../written-proposals/place-reply.ts'
import { findWrittenDocument, lockForWriting } from './queries.ts'
import { savePausedText, saveVersion } from './save-version.ts'

/** Gives the blocks without an id a new one. A text that a later call could not save is refused. @throws {AppError} `written_documents.too_long` */
export function identifyBlocks(blocks: readonly SentBlock[]): WrittenBlock[] {
  const identified = blocks.map((block) => (block.id === undefined ? (withId(block) as WrittenBlock) : { ...block, id: block.id }))
  const isTooLong = identified.length > writtenLimits.blocks || identified.some(isTooLarge) || countCharacters(identified) > writtenLimits.characters
  if (isTooLong) throw new AppError('written_documents.too_long')
  return identified
}

/** Columns that hold the blocks: as JSON, as text, and their size. */
export function blockColumns(blocks: readonly WrittenBlock[]) {
  const json = JSON.stringify(blocks)
  return { blocks: json, text: blocks.map(blockText).join('\n'), bytes: Buffer.byteLength(json) }
}

/**
 * Creates a written document, with its first version. Its level is that of the conversation and of the project that it is made from. Repeating the
 * `client_id` returns the existing one.
 * @throws {AppError} `request.not_found` for a conversation, a project or an assistant that is not the person's; `written_documents.too_long`;
 *   `written_documents.quota` from the database
 */
export function createWrittenDocument(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  person_id: string,
  { client_id, markdown, blocks, ...fields }: RouteBody<typeof routes.writtenDocuments.create>,
  reason: 'creation' | 'import' = 'creation',
): Promise<WrittenDocument> {
  const written = identifyBlocks(blocks ?? blocksOfMarkdown(markdown ?? '').map((content) => withId(content) as WrittenBlock))
  return createOnce(
    context.db,
    { kind: 'written_document', person_id, client_id },
    async (trx, id) => {
      await requireAssistant(trx, fields.assistant_id ?? null, person_id)
      await applyQuotas(trx, context.config.quotas)
      const now = context.now()
      const { id: document_id } = await trx
        .insertInto('written_document')
        .values({
          ...fields,
          ...id,
          ...blockColumns(written),
          owner_id: person_id,
          last_author_id: person_id,
          min_level: levelOfOriginSql(fields.conversation_id ?? null, fields.project_id ?? null),
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await saveVersion(trx, { id: document_id, owner_id: person_id, blocks: written }, { reason, author_id: person_id, created_at: now })
      return document_id
    },
    (trx, id) => findWrittenDocument(trx, id, person_id),
  )
}

/** @throws {AppError} `request.not_found` for an assistant that the person may not use */
async function requireAssistant(trx: Db, assistant_id: string | null, person_id: string): Promise<void> {
  if (assistant_id === null) return
  const usable = isAssistantUsableBy(sql`assistant.id`, person_id)
  await trx.selectFrom('assistant').where('id', '=', assistant_id).where(usable).select('id').executeTakeFirstOrThrow(notFound)
}

/** SQL value: level of what a document is written from, that of a conversation with its documents, and that of a project. */
const levelOfOriginSql = (conversation_id: string | null, project_id: string | null) => sql<1 | 2 | 3>`greatest(1,
  (select case when confidential then 3 else 1 end from conversation where id = ${conversation_id}::uuid),
  (select max(documents_level) from message where conversation_id = ${conversation_id}::uuid),
  (select min_level from project where id = ${project_id}::uuid))`

/**
 * Changes the given fields of a written document, and records the person as its last author. The text of before a pause of ten minutes becomes a version.
 * @throws {AppError} `request.not_found`, `written_documents.read_only`, `written_documents.not_owner`, `written_documents.too_long`, `request.stale`;
 *   `written_documents.quota` from the database
 */
export function updateWrittenDocument(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  id: string,
  person_id: string,
  { expected_updated_at, blocks, ...fields }: RouteBody<typeof routes.writtenDocuments.update>,
): Promise<WrittenDocument> {
  const written = blocks === undefined ? null : identifyBlocks(blocks)
  return inTransaction(context.db, async (trx) => {
    const current = await lockForWriting(trx, id, person_id)
    const { owner_id: _owner, last_author_id: _author, ...shown } = current
    if (current.role !== 'owner' && (fields.conversation_id !== undefined || fields.project_id !== undefined)) throw new AppError('written_documents.not_owner')
    await assertUnchanged(expected_updated_at, shown, () => lastAuthorOf(trx, id, person_id))
    await applyQuotas(trx, context.config.quotas)
    await savePausedText(trx, current, context.now())
    await trx
      .updateTable('written_document')
      .set({
        ...fields,
        ...(written !== null && blockColumns(written)),
        // A document keeps the level of what it was written from, and takes that of what it is now tied to.
        min_level: sql`greatest(min_level, ${levelOfOriginSql(fields.conversation_id ?? null, fields.project_id ?? null)})`,
        last_author_id: person_id,
        updated_at: nextUpdate(context.now(), current.updated_at),
      })
      .where('id', '=', id)
      .execute()
    return (await findWrittenDocument(trx, id, person_id)) ?? throwMissing()
  })
}

/** Deletes a written document of this person, with its versions. @throws {AppError} `request.not_found`, `written_documents.not_owner` */
export async function removeWrittenDocument({ db }: Pick<Context, 'db'>, id: string, person_id: string): Promise<void> {
  const deleted = await withRetries(() =>
    db.deleteFrom('written_document').where('id', '=', id).where('owner_id', '=', person_id).returning('id').executeTakeFirst(),
  )
  if (deleted !== undefined) return
  throw (await findWrittenDocument(db, id, person_id)) === null ? notFound() : new AppError('written_documents.not_owner')
}

export async function lastAuthorOf(db: Db, id: string, person_id: string): Promise<LastAuthor> {
  const { rows } = await sql<LastAuthor>`
    select case when u.id <> ${person_id}::uuid then ${personName} end as by, u.id = ${person_id}::uuid as is_own
    from written_document d join app_user u on u.id = coalesce(d.last_author_id, d.owner_id) where d.id = ${id}`.execute(db)
  return rows[0] ?? { by: null, is_own: false }
}

function throwMissing(): never {
  throw notFound()
}
