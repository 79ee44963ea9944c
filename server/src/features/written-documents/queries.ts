import { maxUnpagedRows, type ListedWrittenDocument, type RouteQuery, type WrittenDocument, type routes } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import { isProjectUsableBy } from '../../authorization/projects.ts'
import { isWrittenDocumentUsableBy, writtenDocumentRoleSql } from '../../authorization/written-documents.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { readPage } from '../../platform/paging.ts'
import { termQueries } from '../conversations/messages/message-words.ts'
import { searchTerms } from '../conversations/search-terms.ts'
import { personName } from '../teams/queries.ts'

/** Prefix of the words of every written document, where those of conversations have their owner's id: a document may be shared. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * SQL condition on `written_document_proposal p`: it waits for a decision. Proposals of a reply that another one has replaced wait no longer; they are back
 * when that reply is shown again.
 */
const openProposalSql = sql<boolean>`(p.state = 'open' and not exists (select 1 from message m where m.id = p.message_id and m.superseded_at is not null))`

/** Query of the written documents that a person may read, with the person's role in each. Other people's conversations and closed projects are left out. */
function selectWrittenDocuments(db: Db, person_id: string) {
  const ownedBy = sql`written_document.owner_id = ${person_id}::uuid`
  return db
    .selectFrom('written_document')
    .innerJoin('app_user as u', 'u.id', 'written_document.owner_id')
    .where(isWrittenDocumentUsableBy(sql`written_document.id`, person_id))
    .select([
      'written_document.id',
      'written_document.title',
      'written_document.kind',
      'written_document.assistant_id',
      'written_document.min_level',
      'written_document.created_at',
      'written_document.updated_at',
      writtenDocumentRoleSql(person_id).as('role'),
      sql<string | null>`case when not ${ownedBy} then ${personName} end`.as('owner'),
      sql<string | null>`case when ${ownedBy} then written_document.conversation_id end`.as('conversation_id'),
      sql<string | null>`case when ${isProjectUsableBy(sql`written_document.project_id`, person_id)} then written_document.project_id end`.as('project_id'),
      sql<number>`(select max(number) from written_document_version v where v.document_id = written_document.id)`.as('version'),
      sql<number>`(select count(*)::int from written_document_proposal p where p.document_id = written_document.id and ${openProposalSql})`.as(
        'open_proposals',
      ),
    ])
}

/** Reads a written document that a person may read; null when it does not exist or is not shared with them. */
export async function findWrittenDocument(db: Db, id: string, person_id: string): Promise<WrittenDocument | null> {
  const row = await selectWrittenDocuments(db, person_id).where('written_document.id', '=', id).select('written_document.blocks').executeTakeFirst()
  return row ?? null
}

/** Reads a written document that a person may read. @throws {AppError} `request.not_found` */
export async function requireWrittenDocument(db: Db, id: string, person_id: string): Promise<WrittenDocument> {
  const document = await findWrittenDocument(db, id, person_id)
  if (document === null) throw notFound()
  return document
}

/**
 * Locks a written document until the end of the transaction, and reads it for a person who may change it.
 * @throws {AppError} `request.not_found`, `written_documents.read_only`
 */
export async function lockForWriting(trx: Db, id: string, person_id: string): Promise<WrittenDocument & { owner_id: string; last_author_id: string | null }> {
  const locked = await trx.selectFrom('written_document').where('id', '=', id).select(['owner_id', 'last_author_id']).forUpdate().executeTakeFirst()
  const document = await requireWrittenDocument(trx, id, person_id)
  if (locked === undefined) throw notFound()
  if (document.role === 'reader') throw new AppError('written_documents.read_only')
  return { ...document, ...locked }
}

/** SQL condition: the title or the text has every word of a search; true for an empty search. */
function isFoundSql(search: string | undefined): RawBuilder<boolean> {
  const terms = searchTerms(search ?? '')
  if (terms.length === 0) return sql<boolean>`${(search ?? '').trim() === ''}`
  return sql<boolean>`${sql.join(
    terms.map((term) => sql`written_document.words @@ ${termQueries(nobody, term).in_titles}::tsquery`),
    sql` and `,
  )}`
}

/** Lists the written documents that a person may read, last modified first. */
export async function listWrittenDocuments(
  db: Db,
  person_id: string,
  { conversation_id, project_id, search }: RouteQuery<typeof routes.writtenDocuments.list>,
): Promise<ListedWrittenDocument[]> {
  return selectWrittenDocuments(db, person_id)
    .where(isFoundSql(search))
    .$if(conversation_id !== undefined, (query) =>
      query.where('written_document.conversation_id', '=', conversation_id!).where('written_document.owner_id', '=', person_id),
    )
    .$if(project_id !== undefined, (query) =>
      query.where('written_document.project_id', '=', project_id!).where(isProjectUsableBy(sql`written_document.project_id`, person_id)),
    )
    .orderBy('written_document.updated_at', 'desc')
    .orderBy('written_document.id', 'desc')
    .limit(maxUnpagedRows)
    .execute()
}

/** Lists a page of the written documents that a person may read, last modified first. @throws {AppError} `request.cursor` */
export async function pageOfWrittenDocuments(
  { db, secret }: Pick<Context, 'db' | 'secret'>,
  person_id: string,
  { limit, cursor, search }: RouteQuery<typeof routes.writtenDocuments.page>,
) {
  const found = selectWrittenDocuments(db, person_id).where(isFoundSql(search))
  return readPage<ListedWrittenDocument>(
    { secret, scope: { list: 'written-documents', person: person_id, filters: [search?.trim() ?? ''] }, limit, cursor },
    (after, maxRows) =>
      found
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(written_document.updated_at, written_document.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
        )
        .select(sql<string>`written_document.updated_at::text`.as('at'))
        .orderBy('written_document.updated_at', 'desc')
        .orderBy('written_document.id', 'desc')
        .limit(maxRows)
        .execute(),
    async () =>
      (
        await found
          .clearSelect()
          .select((query) => query.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
  )
}
