import { sql } from 'kysely'
import type { MaskedData, MaskedKind } from '@parvis/contract'
import type { Db } from '../platform/db/schema/index.ts'
import type { LabelRow } from './label-book.ts'

/** Choices of a person in a conversation: values that are not masked, and passages that are masked too. */
export type MaskingChoice = { keep: readonly string[]; add: readonly string[] }

export const noChoice: MaskingChoice = { keep: [], add: [] }

/** Reads the choices made in a conversation. */
export async function readChoice(db: Db, conversation_id: string): Promise<MaskingChoice> {
  return (await db.selectFrom('masking_choice').where('conversation_id', '=', conversation_id).select(['keep', 'add']).executeTakeFirst()) ?? noChoice
}

/** Replaces the choices made in a conversation; undefined leaves a list as it is. */
export async function writeChoice(db: Db, conversation_id: string, { keep, add }: { keep?: string[] | undefined; add?: string[] | undefined }): Promise<void> {
  const changes = { ...(keep !== undefined && { keep }), ...(add !== undefined && { add }) }
  await db
    .insertInto('masking_choice')
    .values({ conversation_id, ...changes })
    .onConflict((conflict) => (Object.keys(changes).length === 0 ? conflict.doNothing() : conflict.column('conversation_id').doUpdateSet(changes)))
    .execute()
}

/** Whether an assistant masks what its conversations send. Its files are not told from the others when their vectors are computed. */
export async function hasMaskingAssistant(db: Db): Promise<boolean> {
  return (await db.selectFrom('assistant').where('masking', '=', 'masquer').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Message of a conversation, superseded or not: the numbers of labels follow the order of all of them. */
export type ConversationText = { id: string; position: number; role: 'system' | 'user' | 'assistant'; content: string; is_current: boolean }

/** Reads the messages of a conversation written after a position, in order, without the running reply. */
export async function readTexts(db: Db, conversation_id: string, after: number): Promise<ConversationText[]> {
  return db
    .selectFrom('message')
    .where('conversation_id', '=', conversation_id)
    .where('position', '>', after)
    .where('status', '<>', 'en_cours')
    .select(['id', 'position', 'role', 'content', sql<boolean>`superseded_at is null`.as('is_current')])
    .orderBy('position')
    .execute()
}

/** Reads the labels of a conversation. */
export async function readLabels(db: Db, conversation_id: string): Promise<LabelRow[]> {
  const rows = await db.selectFrom('masking_label').where('conversation_id', '=', conversation_id).select(['kind', 'number', 'digest']).execute()
  return rows.map((row) => ({ ...row, kind: row.kind as MaskedKind }))
}

/**
 * Stores new labels of a conversation, unless another process has stored some since they were read.
 * @param knownCount number of rows read or stored before
 * @returns false when nothing was stored: the labels must be read again
 */
export async function storeLabels(db: Db, conversation_id: string, rows: readonly LabelRow[], knownCount: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // One writer at a time numbers the values of a conversation.
    const found = await sql`select 1 from conversation where id = ${conversation_id} for update`.execute(trx)
    if (found.rows.length === 0) return false
    const { count } = await trx
      .selectFrom('masking_label')
      .where('conversation_id', '=', conversation_id)
      .select((query) => query.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) !== knownCount) return false
    const [kinds, numbers, digests] = [rows.map(({ kind }) => kind), rows.map(({ number }) => number), rows.map(({ digest }) => digest)]
    await sql`insert into masking_label (conversation_id, kind, number, digest)
      select ${conversation_id}::uuid, kind, number, digest
      from unnest(${kinds}::text[], ${numbers}::integer[], ${digests}::text[]) as added (kind, number, digest)`.execute(trx)
    return true
  })
}

/** Stores what was masked in a message, or restored in a reply. */
export async function storeMasked(db: Db, message_id: string, masked: readonly MaskedData[]): Promise<void> {
  await db
    .updateTable('message')
    .set({ masked: JSON.stringify(masked) })
    .where('id', '=', message_id)
    .where(sql<boolean>`masked is distinct from ${JSON.stringify(masked)}::jsonb`)
    .execute()
}
