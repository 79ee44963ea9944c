import { grantLevels, type Body, type GrantKind, type GrantLevel, type HeldGrants, type routes } from '@parvis/contract'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { isForeignKeyViolation } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { personName } from '../teams/queries.ts'
import { requireReceivers } from '../teams/receivers.ts'
import { grantedTo } from './granted.ts'
import { inTransaction } from '../../platform/db/run-again.ts'

type Given = Body<typeof routes.grants.set>['grants']
type Thing = { name: string; owner_id: string | null; owner: string | null; /** By the caller, where a right says so. */ is_managed: boolean }

/** Everybody, where the database names a service or a person. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** The column that ties a right to each kind of thing. */
const columnOf = { assistant: 'assistant_id', document_category: 'document_category_id', project: 'project_id', prompt: 'prompt_id' } as const

/**
 * To whom something is open.
 * @throws {AppError} `request.not_found` for who does not decide of it, too: an administrator of what is the instance's, its owner of an assistant that
 * somebody made, its owner and its managers of a project
 */
export async function readGrants(db: Db, caller: Caller, kind: GrantKind, id: string): Promise<HeldGrants> {
  return heldOf(db, await thingToDecide(db, caller, kind, id), kind, id)
}

async function heldOf(db: Db, { name, owner }: Pick<HeldGrants, 'name' | 'owner'>, kind: GrantKind, id: string): Promise<HeldGrants> {
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
 * `grants.everyone`, `own_assistants.publish`, `grants.to_oneself`, `grants.to_owner`, `grants.prompt_edit`, `grants.manage_projects`
 */
export async function setGrants(context: Context, caller: Caller, kind: GrantKind, id: string, body: Body<typeof routes.grants.set>): Promise<HeldGrants> {
  const { grants, expected_version } = body
  const write = inTransaction(context.db, async (trx) => {
    await holdThing(trx, kind, id)
    const found = await thingToDecide(trx, caller, kind, id)
    const { owner_id } = found
    const held = await heldOf(trx, found, kind, id)
    if (expected_version !== undefined && expected_version !== held.version)
      throw new AppError('request.stale', { changed: { at: context.now().toISOString(), by: null, is_own: false, current: { grants: held.grants } } })
    // The database refuses it too: what is everybody's is the organisation's.
    if (kind === 'assistant' && owner_id !== null && caller.is_admin && grants.some(({ subject: to }) => to === 'everyone'))
      throw new AppError('own_assistants.publish')
    // Its texts are the administrators' (specification).
    if (kind === 'prompt' && grants.some(({ level }) => level === 'edit')) throw new AppError('grants.prompt_edit')
    if (kind !== 'project' && grants.some(({ level }) => level === 'manage')) throw new AppError('grants.manage_projects')
    await requireAllowed(trx, caller, owner_id, grants, held)
    // Decided on purpose: it goes neither with its last document, nor with whoever keeps it.
    if (kind === 'document_category') {
      const is_kept = grants.some(({ level }) => level === 'edit')
      await trx.updateTable('document_category').set({ is_known: true, is_kept }).where('id', '=', id).execute()
    }
    await replaceGrants(trx, kind, id, held.grants, grants)
    return found
  })
  const found = await write.catch((error: unknown) => {
    // A service or an account that went between the reading and the writing.
    throw isForeignKeyViolation(error) ? new AppError('grants.unknown', {}, { cause: error }) : error
  })
  // Without asking again whether the caller decides: a manager may just have left.
  return heldOf(context.db, found, kind, id)
}

/** Writes what changed; what did not keeps its date, which says who manages for longest. */
async function replaceGrants(trx: Db, kind: GrantKind, id: string, held: HeldGrants['grants'], given: Given): Promise<void> {
  const isKept = (one: Given[number]) => held.some((was) => was.subject === one.subject && was.id === (one.id ?? null) && was.level === one.level)
  const kept = given.filter(isKept).map((one) => one.id ?? nobody)
  await sql`delete from access_grant g where g.kind = ${kind} and g.resource_id = ${id}
    and coalesce(g.team_id, g.user_id, ${nobody}::uuid) <> all(${kept}::uuid[])`.execute(trx)
  const added = given.filter((one) => !isKept(one))
  if (added.length === 0) return
  await trx
    .insertInto('access_grant')
    .values(
      added.map(({ subject, id: subject_id, level }) => ({
        [columnOf[kind]]: id,
        team_id: subject === 'team' ? subject_id! : null,
        user_id: subject === 'user' ? subject_id! : null,
        level,
      })),
    )
    .execute()
}

/** What somebody who is not an administrator may not give, and what nobody gives; to raise a level is to give. */
async function requireAllowed(db: Db, caller: Caller, owner_id: string | null, grants: Given, held: HeldGrants): Promise<void> {
  const isWithin = (level: GrantLevel, { level: held }: { level: GrantLevel }) => grantLevels.indexOf(level) <= grantLevels.indexOf(held)
  const added = grants.filter(
    ({ subject, id, level }) => !held.grants.some((one) => one.subject === subject && one.id === (id ?? null) && isWithin(level, one)),
  )
  if (!caller.is_admin && added.some(({ subject }) => subject === 'everyone')) throw new AppError('grants.everyone')
  const idsOf = (kind: 'team' | 'user') => added.flatMap(({ subject, id }) => (subject === kind ? [id!] : []))
  await requireReceivers(db, caller, owner_id, { teams: idsOf('team'), people: idsOf('user') })
}

/** @throws {AppError} `request.not_found` */
async function thingToDecide(db: Db, caller: Caller, kind: GrantKind, id: string): Promise<Thing> {
  const { rows } = await thing(caller, kind, id).execute(db)
  const [found] = rows
  if (found === undefined) throw notFound()
  const decides = found.owner_id === null ? caller.is_admin : found.owner_id === caller.id || found.is_managed
  if (!decides) throw notFound()
  return found
}

function thing(caller: Caller, kind: GrantKind, id: string) {
  const of = {
    assistant: sql`select a.id, a.name, a.owner_id from assistant a where a.id = ${id}`,
    document_category: sql`select c.id, c.name, null::uuid as owner_id from document_category c where c.id = ${id}`,
    prompt: sql`select p.id, p.name, null::uuid as owner_id from prompt p where p.id = ${id}`,
    project: sql`select p.id, p.name, p.owner_id from project p where p.id = ${id}`,
  }
  const isManaged = kind === 'project' ? sql`thing.id in ${grantedTo(caller.id, kind, 'manage')}` : sql`false`
  return sql<Thing>`select thing.name, thing.owner_id, ${personName} as owner, ${isManaged} as is_managed from (${of[kind]}) thing left join app_user u on u.id = thing.owner_id`
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
