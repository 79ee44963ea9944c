import type { Assistant, ListedAssistant, OwnAssistant, OwnProposal } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'
import { personName } from '../teams/queries.ts'
import { isAssistantOfferedTo, isAssistantShownTo, isAssistantEditableBy } from '../../authorization/assistants.ts'
import { isCategoryShownTo } from '../../authorization/documents.ts'
import type { RightsHolder } from '../../authorization/granted.ts'
import { notFound } from '../../platform/errors/app-error.ts'

/** Owner of the assistants that a call may access: a person, or the organisation (null). Those of another owner count as missing. */
export type AssistantOwner = string | null

/** Reader without restrictions, for reads by the instance itself. */
export const everyAssistant: RightsHolder = { id: '00000000-0000-0000-0000-000000000000', is_admin: true }

/** Returns the reader for an owner's assistants. A person is read as a non-administrator, even an administrator. */
export const readerOf = (owner_id: AssistantOwner): RightsHolder => (owner_id === null ? everyAssistant : { id: owner_id, is_admin: false })

/** Query of the assistants that `reader` may see, with the columns of a list. `everyAssistant` sees all of them. */
const selectListed = (db: Db, reader: RightsHolder) =>
  db
    .selectFrom('assistant')
    .innerJoin('assistant_category', 'assistant_category.id', 'assistant.category_id')
    .leftJoin('app_user as u', 'u.id', 'assistant.owner_id')
    .select([
      'assistant.id',
      'assistant.name',
      'assistant.description',
      'assistant.category_id',
      'assistant.icon',
      'assistant.is_active',
      'assistant.min_level',
      'assistant.model_id',
      'assistant.model_choice',
      'assistant.masking',
      'assistant.usage_count',
      'assistant.suspended_at',
      'assistant.suspension_reason',
      'assistant.updated_at',
      'assistant_category.name as category_name',
      'assistant_category.icon as category_icon',
    ])
    .select([sql<string | null>`${personName}`.as('owner_name'), sql<boolean>`coalesce(assistant.owner_id = ${reader.id}::uuid, false)`.as('is_own')])
    .$if(reader !== everyAssistant, (query) => query.where(isAssistantShownTo(reader)))

/** Query of the assistants that `reader` may see, with all columns. Only the document categories that the reader may use are included. */
function selectAssistants(db: Db, reader: RightsHolder) {
  const isOpen = isCategoryShownTo(sql`c.id`, reader)
  return selectListed(db, reader).select([
    'assistant.prompt_content',
    'assistant.starters',
    sql<string[]>`array(
      select c.id::text from assistant_document_category l join document_category c on c.id = l.category_id
      where l.assistant_id = assistant.id and ${isOpen} order by c.id
    )`.as('document_category_ids'),
    sql<string[]>`array(
      select c.display_name from assistant_document_category l join document_category c on c.id = l.category_id
      where l.assistant_id = assistant.id and ${isOpen}
    )`.as('document_categories'),
    sql<number>`(select count(*)::int from assistant_document f where f.assistant_id = assistant.id)`.as('file_count'),
  ])
}

const selectEditable = (db: Db, person_id: string) => selectAssistants(db, readerOf(person_id)).where(isAssistantEditableBy(person_id))

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>
type Row = Awaited<ReturnType<ReturnType<typeof selectAssistants>['executeTakeFirstOrThrow']>>

// The database sorts by code point, which puts « Étude » after « zoo ».
const french = new Intl.Collator('fr')

function toListed<R extends ListedRow>({ category_name, category_icon, owner_name, is_own, suspended_at, suspension_reason, ...row }: R) {
  return {
    ...row,
    ...(owner_name !== null && { owner_name, is_own, suspended_at, suspension_reason }),
    category: { id: row.category_id, name: category_name, icon: category_icon },
  }
}

function toAssistant({ file_count, ...row }: Row): Assistant {
  const document_categories = row.document_categories.sort((a, b) => french.compare(a, b))
  return { ...toListed(row), document_categories, ...(row.owner_name !== null && { file_count }) }
}

const inFrenchOrder = <A extends { name: string }>(assistants: A[]): A[] => assistants.sort((a, b) => french.compare(a.name, b.name))

/**
 * Lists the assistants that the reader may see, in French alphabetical order.
 * @param filter `is_active` true: only those offered to the reader; false: only inactive ones
 */
export async function listAssistants(db: Db, reader: RightsHolder, filter: { is_active?: boolean | undefined }): Promise<Assistant[]> {
  let query = selectAssistants(db, reader)
  if (filter.is_active === true) query = query.where(isAssistantOfferedTo(reader))
  if (filter.is_active === false) query = query.where('assistant.is_active', '=', false)
  return inFrenchOrder((await query.execute()).map(toAssistant))
}

/** Lists the assistants offered to the reader, with the columns of a list, in French alphabetical order. */
export async function listCatalogue(db: Db, reader: RightsHolder): Promise<ListedAssistant[]> {
  return inFrenchOrder((await selectListed(db, reader).where(isAssistantOfferedTo(reader)).execute()).map((row) => toListed(row)))
}

/** Reads an assistant that the reader may see; null for any other. */
export async function findAssistant(db: Db, id: string, reader: RightsHolder): Promise<Assistant | null> {
  const row = await selectAssistants(db, reader).where('assistant.id', '=', id).executeTakeFirst()
  return row === undefined ? null : toAssistant(row)
}

/** Reads an assistant that the reader may see. @throws {AppError} `request.not_found` */
export async function readAssistant(db: Db, id: string, reader: RightsHolder): Promise<Assistant> {
  const assistant = await findAssistant(db, id, reader)
  if (assistant === null) throw notFound()
  return assistant
}

export async function listCategories(db: Db) {
  const rows = await db.selectFrom('assistant_category').select(['id', 'name', 'icon']).execute()
  return rows.sort((a, b) => french.compare(a.name, b.name))
}

/** Lists the assistants of this person by name, with whom they are shared and what was proposed, then those of others that this person may change. */
export async function listOwnAssistants(db: Db, person_id: string): Promise<OwnAssistant[]> {
  const rows = await selectEditable(db, person_id).execute()
  const states = await readSharingStates(db, person_id)
  return inFrenchOrder(rows.map((row) => toOwnAssistant(row, states))).sort((a, b) => Number(b.is_own) - Number(a.is_own))
}

/** Reads an assistant that this person owns or may change. @throws {AppError} `request.not_found` for any other */
export async function readOwnAssistant(db: Db, person_id: string, id: string): Promise<OwnAssistant> {
  const row = await selectEditable(db, person_id).where('assistant.id', '=', id).executeTakeFirstOrThrow(notFound)
  return toOwnAssistant(row, await readSharingStates(db, person_id, id))
}

/** Returns the owner of an assistant that this person may change. @throws {AppError} `request.not_found` */
export async function ownerToChangeFor(db: Db, person_id: string, id: string): Promise<AssistantOwner> {
  const row = await selectEditable(db, person_id).where('assistant.id', '=', id).select('assistant.owner_id').executeTakeFirstOrThrow(notFound)
  return row.owner_id
}

type SharingState = { assistant_id: string; teams: OwnAssistant['shared_with']['teams']; people: number; proposals: OwnProposal[] }

/** Converts a row to the answer of own assistants, in which those of the organisation have the fields of an owner too. */
function toOwnAssistant(row: Row, states: readonly SharingState[]): OwnAssistant {
  const { is_own, file_count, suspended_at, suspension_reason } = row
  const { teams, people, proposals } = states.find(({ assistant_id }) => assistant_id === row.id) ?? { teams: [], people: 0, proposals: [] }
  const owner_name = row.owner_name ?? 'l’organisation'
  return { ...toAssistant(row), owner_name, is_own, file_count, suspended_at, suspension_reason, shared_with: { teams, people }, proposals }
}

/** Reads with whom the assistants of this person are shared, and what was proposed. @param id this one only */
async function readSharingStates(db: Db, owner_id: string, id: string | null = null): Promise<SharingState[]> {
  const { rows } = await sql<SharingState>`
    select a.id as assistant_id, shared.teams, shared.people, asked.proposals
    from assistant a
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name) filter (where t.id is not null), '[]') as teams,
        count(g.user_id)::int as people
      from access_grant g left join team t on t.id = g.team_id where g.assistant_id = a.id
    ) shared
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'note', p.note, 'proposed_at', ${isoTime(sql`p.proposed_at`)},
        'refused_at', ${isoTime(sql`p.refused_at`)}, 'refusal_reason', p.refusal_reason,
        'team', case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name) end) order by p.proposed_at, p.id), '[]') as proposals
      from assistant_proposal p left join team t on t.id = p.team_id where p.assistant_id = a.id
    ) asked
    where a.owner_id = ${owner_id} and (${id}::uuid is null or a.id = ${id}::uuid)`.execute(db)
  return rows
}

/** SQL expression: a timestamp in the ISO format of the API, for use inside JSON. */
const isoTime = (column: ReturnType<typeof sql>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
