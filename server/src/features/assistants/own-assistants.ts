import type { Assistant, OwnAssistant, OwnProposal } from '@parvis/contract'
import { sql } from 'kysely'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { findAssistant, listAssistants } from './queries.ts'
import { isAssistantEditableBy } from '../../authorization/assistants.ts'
import { isCategoryUsableBy } from '../../authorization/documents.ts'

type SharingState = { assistant_id: string; teams: OwnAssistant['shared_with']['teams']; people: number; proposals: OwnProposal[] }

const notShared = { teams: [], people: 0, proposals: [] }

/** Returns the reader for a person's own assistants: without administrator rights, even for an administrator. */
const asOwner = (owner_id: string) => ({ id: owner_id, is_admin: false })

/** Lists the assistants of this person by name, with whom they are shared and what was proposed, then those of others that this person may change. */
export async function listOwnAssistants(db: Db, person_id: string): Promise<OwnAssistant[]> {
  const shown = await listAssistants(db, asOwner(person_id), {})
  const changeable = await changeableIds(db, person_id)
  const standings = await readSharingStates(db, person_id)
  const listed = shown.filter((assistant) => changeable.has(assistant.id))
  return listed.map((assistant) => withSharingState(toOwned(assistant), standings)).sort((a, b) => Number(b.is_own) - Number(a.is_own))
}

/** Reads an assistant that this person owns or may change. @throws {AppError} `request.not_found` for any other */
export async function readOwnAssistant(db: Db, person_id: string, id: string): Promise<OwnAssistant> {
  const found = await findAssistant(db, id, asOwner(person_id))
  if (found === null || !(await changeableIds(db, person_id)).has(id)) throw notFound()
  return withSharingState(toOwned(found), await readSharingStates(db, person_id, id))
}

/** Returns the owner of an assistant that this person may change; null: the organisation. @throws {AppError} `request.not_found` */
export async function ownerToChangeFor(db: Db, person_id: string, id: string): Promise<string | null> {
  await readOwnAssistant(db, person_id, id)
  const { owner_id } = await db.selectFrom('assistant').where('id', '=', id).select('owner_id').executeTakeFirstOrThrow(notFound)
  return owner_id
}

async function changeableIds(db: Db, person_id: string): Promise<Set<string>> {
  const rows = await db.selectFrom('assistant').where(isAssistantEditableBy(person_id)).select('id').execute()
  return new Set(rows.map(({ id }) => id))
}

type OwnedAssistant = Omit<OwnAssistant, 'shared_with' | 'proposals'>

const isOwn = (assistant: Assistant): boolean => assistant.is_own === true

/** Fills in the owner's fields for an assistant of the organisation, which has none. */
const toOwned = (assistant: Assistant): OwnedAssistant => ({
  ...assistant,
  owner_name: assistant.owner_name ?? 'l’organisation',
  file_count: assistant.file_count ?? 0,
  is_own: isOwn(assistant),
  suspended_at: assistant.suspended_at ?? null,
  suspension_reason: assistant.suspension_reason ?? null,
})

function withSharingState(assistant: OwnedAssistant, standings: readonly SharingState[]): OwnAssistant {
  const { teams, people, proposals } = standings.find(({ assistant_id }) => assistant_id === assistant.id) ?? notShared
  return { ...assistant, shared_with: { teams, people }, proposals }
}

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

/** Lists the document categories that a person's assistants may use, in French alphabetical order. */
export async function openDocumentCategories(db: Db, owner_id: string) {
  const { rows } = await sql<{ id: string; display_name: string; document_count: number }>`
    select c.id, c.display_name, (select count(*)::int from document d where d.category_id = c.id) as document_count
    from document_category c where ${isCategoryUsableBy(sql`c.id`, owner_id)}`.execute(db)
  return rows.sort((a, b) => a.display_name.localeCompare(b.display_name, 'fr'))
}
