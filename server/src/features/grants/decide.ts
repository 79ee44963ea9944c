import type { Body, GrantKind, HeldGrants, routes } from '@parvis/contract'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { isForeignKeyViolation } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { personName } from '../teams/queries.ts'
import { requireReceivers } from '../teams/receivers.ts'

type Given = Body<typeof routes.grants.set>['grants']
type Thing = { name: string; owner_id: string | null; owner: string | null }

/** The column that ties a right to each kind of thing. */
const columnOf = { assistant: 'assistant_id', document_category: 'document_category_id', project: 'project_id', prompt: 'prompt_id' } as const

/**
 * To whom something is open.
 * @throws {AppError} `request.not_found` for who does not decide of it, too: an administrator of what is the instance's, its owner of a project or of an assistant that somebody made
 */
export async function readGrants(db: Db, caller: Caller, kind: GrantKind, id: string): Promise<HeldGrants> {
  const { name, owner } = await thingToDecide(db, caller, kind, id)
  const { rows } = await sql<HeldGrants['grants'][number]>`
    select case when g.team_id is not null then 'team' when g.user_id is not null then 'user' else 'everyone' end as subject,
      coalesce(g.team_id, g.user_id) as id, coalesce(t.name, ${personName}, 'Tout le monde') as name, g.level
    from access_grant g left join team t on t.id = g.team_id left join app_user u on u.id = g.user_id
    where g.kind = ${kind} and g.resource_id = ${id}
    order by g.user_id is not null, g.team_id is not null, 3, 2`.execute(db)
  return { name, owner, grants: rows, version: versionOf(rows) }
}

/**
 * Replaces the rights on something.
 * @throws {AppError} `request.not_found`; `request.stale` where they changed since the caller read them; `grants.unknown`, `grants.team_closed`,
 * `grants.everyone`, `own_assistants.publish`, `grants.to_oneself`
 */
export async function setGrants(context: Context, caller: Caller, kind: GrantKind, id: string, body: Body<typeof routes.grants.set>): Promise<HeldGrants> {
  const { grants, expected_version } = body
  const write = context.db.transaction().execute(async (trx) => {
    await holdThing(trx, kind, id)
    const { owner_id } = await thingToDecide(trx, caller, kind, id)
    const held = await readGrants(trx, caller, kind, id)
    if (expected_version !== undefined && expected_version !== held.version)
      throw new AppError('request.stale', { changed: { at: context.now().toISOString(), by: null, is_own: false, current: { grants: held.grants } } })
    // The database refuses it too: what is everybody's is the organisation's.
    if (kind === 'assistant' && owner_id !== null && caller.is_admin && grants.some(({ subject: to }) => to === 'everyone'))
      throw new AppError('own_assistants.publish')
    // Its texts are the administrators' (specification).
    if (kind === 'prompt' && grants.some(({ level }) => level === 'edit')) throw new AppError('grants.prompt_edit')
    await requireAllowed(trx, caller, owner_id, grants, held)
    // Decided on purpose: it goes neither with its last document, nor with whoever keeps it.
    if (kind === 'document_category') {
      const is_kept = grants.some(({ level }) => level === 'edit')
      await trx.updateTable('document_category').set({ is_known: true, is_kept }).where('id', '=', id).execute()
    }
    await trx.deleteFrom('access_grant').where('kind', '=', kind).where('resource_id', '=', id).execute()
    if (grants.length === 0) return
    await trx
      .insertInto('access_grant')
      .values(
        grants.map(({ subject, id: subject_id, level }) => ({
          [columnOf[kind]]: id,
          team_id: subject === 'team' ? subject_id! : null,
          user_id: subject === 'user' ? subject_id! : null,
          level,
        })),
      )
      .execute()
  })
  await write.catch((error: unknown) => {
    // A service or an account that went between the reading and the writing.
    throw isForeignKeyViolation(error) ? new AppError('grants.unknown', {}, { cause: error }) : error
  })
  return readGrants(context.db, caller, kind, id)
}

/** What somebody who is not an administrator may not give, and what nobody gives. */
async function requireAllowed(db: Db, caller: Caller, owner_id: string | null, grants: Given, held: HeldGrants): Promise<void> {
  const added = grants.filter(({ subject, id }) => !held.grants.some((one) => one.subject === subject && one.id === (id ?? null)))
  if (!caller.is_admin && added.some(({ subject }) => subject === 'everyone')) throw new AppError('grants.everyone')
  const idsOf = (kind: 'team' | 'user') => added.flatMap(({ subject, id }) => (subject === kind ? [id!] : []))
  await requireReceivers(db, caller, owner_id, { teams: idsOf('team'), people: idsOf('user') })
}

/** @throws {AppError} `request.not_found` */
async function thingToDecide(db: Db, caller: Caller, kind: GrantKind, id: string): Promise<Thing> {
  const { rows } = await thing(kind, id).execute(db)
  const [found] = rows
  if (found === undefined) throw notFound()
  const decides = found.owner_id === null ? caller.is_admin : found.owner_id === caller.id
  if (!decides) throw notFound()
  return found
}

function thing(kind: GrantKind, id: string) {
  const of = {
    assistant: sql`select a.name, a.owner_id from assistant a where a.id = ${id}`,
    document_category: sql`select c.name, null::uuid as owner_id from document_category c where c.id = ${id}`,
    prompt: sql`select p.name, null::uuid as owner_id from prompt p where p.id = ${id}`,
    project: sql`select p.name, p.owner_id from project p where p.id = ${id}`,
  }
  return sql<Thing>`select thing.name, thing.owner_id, ${personName} as owner from (${of[kind]}) thing left join app_user u on u.id = thing.owner_id`
}

/** Of two who change the rights on one thing at once, the second sees what the first did. */
async function holdThing(trx: Db, kind: GrantKind, id: string): Promise<void> {
  await trx.selectFrom(kind).where('id', '=', id).select('id').forUpdate().executeTakeFirstOrThrow(notFound)
}

const versionOf = (rows: HeldGrants['grants']): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ subject, id, level }) => [subject, id, level]).sort()))
    .digest('hex')
    .slice(0, 32)
