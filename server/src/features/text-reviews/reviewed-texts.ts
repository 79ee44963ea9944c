import type { ReviewedText, TextReview } from '@parvis/contract'
import { blockText, type Block } from '@parvis/written-document'
import { sql, type RawBuilder } from 'kysely'
import { createHash } from 'node:crypto'
import { isWrittenDocumentUsableBy } from '../../authorization/written-documents.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { noModel } from '../../replies/usage.ts'
import { personName } from '../teams/queries.ts'

/** Digest of a written document: its title and its text, without marks. */
const documentDigest = (title: string, blocks: readonly Block[]): string => textDigest(`${title}\n${blocks.map(blockText).join('\n')}`)

const textDigest = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** SQL value: SHA-256 of a text expression, hexadecimal. */
const digestSql = (text: RawBuilder<unknown>) => sql<string>`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

/** SQL value: reviews of a text as JSON, latest first; null when there are none. `text`: digest of the text as it is. */
const reviewsSql = (condition: RawBuilder<unknown>, text: RawBuilder<unknown>, reader_id: RawBuilder<unknown>) => sql<TextReview[] | null>`(
  select jsonb_agg(jsonb_build_object('id', r.id, 'reviewer', case when u.id is not null then ${personName} end, 'is_own', r.reviewer_id is not distinct from ${reader_id},
    'capacity', r.capacity, 'reviewed_at', r.reviewed_at, 'digest', r.digest, 'is_current', r.digest = ${text}) order by r.reviewed_at desc, r.id)
  from text_review r left join app_user u on u.id = r.reviewer_id where ${condition})`

/** SQL value of the table `message`: its reviews, as its owner reads them; null when there are none. */
export const messageReviewsSql = reviewsSql(sql`r.message_id = message.id`, digestSql(sql`message.content`), sql`message.owner_id`)

/**
 * Reads the replies of a conversation, or one reply, that can be reviewed: those of its owner, shown and ended.
 * @param of id of the conversation or of the message
 */
export async function readReplies(db: Db, owner_id: string, of: { conversation_id: string } | { message_id: string }): Promise<ReviewedText[]> {
  const condition =
    'message_id' in of ? sql`message.id = ${of.message_id}` : sql`message.conversation_id = ${of.conversation_id} and message.superseded_at is null`
  const { rows } = await sql<ReviewedText & { model: string | null }>`
    select message.id as message_id, ${digestSql(sql`message.content`)} as digest, message.model, ${messageReviewsSql} as reviews
    from message where ${condition} and message.owner_id = ${owner_id} and message.role = 'assistant' and message.status in ('complete', 'interrompue')
    order by message.position`.execute(db)
  return rows.map(({ message_id, digest, model, reviews }) => ({
    message_id,
    digest,
    is_generated: model !== noModel,
    models: model === null || model === noModel ? [] : [model],
    reviews: reviews ?? [],
  }))
}

/** Reads a written document that a person may read, with its reviews; null when there is none. @param version blocks of an older text */
export async function readDocumentText(db: Db, person_id: string, id: string, version?: readonly Block[]): Promise<ReviewedText | null> {
  const document = await db
    .selectFrom('written_document')
    .where('id', '=', id)
    .where(isWrittenDocumentUsableBy(sql`id`, person_id))
    .select(['title', 'blocks', 'is_generated'])
    .select(
      sql<
        string[]
      >`array(select distinct v.model from written_document_version v where v.document_id = written_document.id and v.model is not null order by 1)`.as(
        'models',
      ),
    )
    .executeTakeFirst()
  if (document === undefined) return null
  const digest = documentDigest(document.title, version ?? document.blocks)
  const { rows } = await sql<{ reviews: TextReview[] | null }>`
    select ${reviewsSql(sql`r.written_document_id = ${id}::uuid`, sql`${digest}::text`, sql`${person_id}::uuid`)} as reviews`.execute(db)
  return { message_id: null, digest, is_generated: document.is_generated, models: document.models, reviews: rows[0]!.reviews ?? [] }
}
