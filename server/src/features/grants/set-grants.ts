import { grantLevels, type RouteBody, type GrantKind, type GrantLevel, type GrantList, type routes } from '@parvis/contract'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { isForeignKeyViolation } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { personName, requireRecipients } from '../teams/queries.ts'
import { isProjectManagedBy } from '../../authorization/projects.ts'
import { canShare, type ShareableResource } from '../../authorization/sharing.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'

type NewGrants = RouteBody<typeof routes.grants.set>['grants']
type GrantResource = ShareableResource & { name: string; owner: string | null }

/** Placeholder id that stands for everybody, where a grant has neither a team nor a user. */
const everyoneId = '00000000-0000-0000-0000-000000000000'

/** Columns of `access_grant` by kind of resource. */
const columnOf = {
  assistant: 'assistant_id',
  document_category: 'document_category_id',
  project: 'project_id',
  prompt: 'prompt_id',
  written_document: 'written_document_id',
} as const

/**
 * Reads the grants on a resource that the caller may share: administrators for the organisation's, the owner of a personal assistant, the owner and
 * managers of a project.
 * @throws {AppError} `request.not_found`, also when the caller may not share it
 */
export async function readGrants(db: Db, caller: Caller, kind: GrantKind, id: string): Promise<GrantList> {
  return grantsOf(db, await readShareableResource(db, caller, kind, id), kind, id)
}

async function grantsOf(db: Db, { name, owner }: Pick<GrantList, 'name' | 'owner'>, kind: GrantKind, id: string): Promise<GrantList> {
  const { rows } = await sql<GrantList['grants'][number]>`
    select case when g.team_id is not null then 'team' when g.user_id is not null then 'user' else 'everyone' end as subject,
      coalesce(g.team_id, g.user_id) as id, coalesce(t.name, ${personName}, 'Tout le monde') as name, g.level
    from access_grant g left join team t on t.id = g.team_id left join app_user u on u.id = g.user_id
    where g.kind = ${kind} and g.resource_id = ${id}
    order by g.user_id is not null, g.team_id is not null, 3, 2`.execute(db)
  return { name, owner, grants: rows, version: versionOf(rows) }
}

/**
 * Replaces the grants on a resource. A document category then no longer disappears with its last document, and an `edit` grant reserves additions to editors (`is_kept`).
 * @throws {AppError} `request.not_found`; `request.stale` when `expected_version` is outdated; `grants.unknown`, `grants.team_closed`, `grants.everyone`,
 *   `own_assistants.publish`, `grants.to_oneself`, `grants.to_owner`, `grants.prompt_edit`, `grants.manage_projects`
 */
export async function setGrants(context: Context, caller: Caller, kind: GrantKind, id: string, body: RouteBody<typeof routes.grants.set>): Promise<GrantList> {
  const { grants, expected_version } = body
  const write = inTransaction(context.db, async (trx) => {
    await lockResource(trx, kind, id)
    const resource = await readShareableResource(trx, caller, kind, id)
    const { owner_id } = resource
    const current = await grantsOf(trx, resource, kind, id)
    if (expected_version !== undefined && expected_version !== current.version)
      throw new AppError('request.stale', { changed: { at: context.now().toISOString(), by: null, is_own: false, current: { grants: current.grants } } })
    // The database refuses it too: an assistant open to everybody belongs to the organisation.
    if (kind === 'assistant' && owner_id !== null && caller.is_admin && grants.some(({ subject: to }) => to === 'everyone'))
      throw new AppError('own_assistants.publish')
    // Only administrators change the prompts of the library (specification).
    if (kind === 'prompt' && grants.some(({ level }) => level === 'edit')) throw new AppError('grants.prompt_edit')
    if (kind !== 'project' && grants.some(({ level }) => level === 'manage')) throw new AppError('grants.manage_projects')
    await requireGrantable(trx, caller, owner_id, grants, current)
    // Access was decided on purpose: the category is not deleted with its last document. With an `edit` grant, only editors may add documents to it
    // (`is_kept`), even after the last editor's account is deleted.
    if (kind === 'document_category') {
      const is_kept = grants.some(({ level }) => level === 'edit')
      await trx.updateTable('document_category').set({ is_known: true, is_kept }).where('id', '=', id).execute()
    }
    await writeChangedGrants(trx, kind, id, current.grants, grants)
    return resource
  })
  const changedResource = await write.catch((error: unknown) => {
    // A team or an account was deleted between the read and the write.
    throw isForeignKeyViolation(error) ? new AppError('grants.unknown', {}, { cause: error }) : error
  })
  // Does not check the right again: the caller may just have removed their own.
  return grantsOf(context.db, changedResource, kind, id)
}

/** Writes the changed grants only. Unchanged ones keep their date, which says who has been a manager longest. */
async function writeChangedGrants(trx: Db, kind: GrantKind, id: string, current: GrantList['grants'], newGrants: NewGrants): Promise<void> {
  const isKept = (grant: NewGrants[number]) =>
    current.some((currentGrant) => currentGrant.subject === grant.subject && currentGrant.id === (grant.id ?? null) && currentGrant.level === grant.level)
  const unchangedIds = newGrants.filter(isKept).map((grant) => grant.id ?? everyoneId)
  await sql`delete from access_grant g where g.kind = ${kind} and g.resource_id = ${id}
    and coalesce(g.team_id, g.user_id, ${everyoneId}::uuid) <> all(${unchangedIds}::uuid[])`.execute(trx)
  const addedGrants = newGrants.filter((grant) => !isKept(grant))
  if (addedGrants.length === 0) return
  await trx
    .insertInto('access_grant')
    .values(
      addedGrants.map(({ subject, id: subject_id, level }) => ({
        [columnOf[kind]]: id,
        team_id: subject === 'team' ? subject_id! : null,
        user_id: subject === 'user' ? subject_id! : null,
        level,
      })),
    )
    .execute()
}

/**
 * Refuses new grants that the caller may not give: to everybody unless an administrator, or to invalid teams and people. Raising a level counts as new;
 * grants that were already there are not checked.
 */
async function requireGrantable(db: Db, caller: Caller, owner_id: string | null, grants: NewGrants, current: GrantList): Promise<void> {
  const isWithin = (level: GrantLevel, { level: grantedLevel }: { level: GrantLevel }) => grantLevels.indexOf(level) <= grantLevels.indexOf(grantedLevel)
  const addedGrants = grants.filter(
    ({ subject, id, level }) => !current.grants.some((grant) => grant.subject === subject && grant.id === (id ?? null) && isWithin(level, grant)),
  )
  if (!caller.is_admin && addedGrants.some(({ subject }) => subject === 'everyone')) throw new AppError('grants.everyone')
  const idsOf = (kind: 'team' | 'user') => addedGrants.flatMap(({ subject, id }) => (subject === kind ? [id!] : []))
  await requireRecipients(db, caller, owner_id, { teams: idsOf('team'), people: idsOf('user') })
}

/** Reads a resource that the caller may share. @throws {AppError} `request.not_found` */
async function readShareableResource(db: Db, caller: Caller, kind: GrantKind, id: string): Promise<GrantResource> {
  const { rows } = await resourceQuery(caller, kind, id).execute(db)
  const [resource] = rows
  if (resource === undefined) throw notFound()
  if (!canShare(caller, resource)) throw notFound()
  return resource
}

function resourceQuery(caller: Caller, kind: GrantKind, id: string) {
  const of = {
    assistant: sql`select a.id, a.name, a.owner_id from assistant a where a.id = ${id}`,
    document_category: sql`select c.id, c.name, null::uuid as owner_id from document_category c where c.id = ${id}`,
    prompt: sql`select p.id, p.name, null::uuid as owner_id from prompt p where p.id = ${id}`,
    project: sql`select p.id, p.name, p.owner_id from project p where p.id = ${id}`,
    written_document: sql`select d.id, d.title as name, d.owner_id from written_document d where d.id = ${id}`,
  }
  const isManaged = kind === 'project' ? isProjectManagedBy(sql`thing.id`, caller.id) : sql`false`
  return sql<GrantResource>`select thing.name, thing.owner_id, ${personName} as owner, ${isManaged} as is_managed from (${of[kind]}) thing left join app_user u on u.id = thing.owner_id`
}

/** Locks the resource, so that simultaneous changes of its grants run one after the other. @throws {AppError} `request.not_found` */
async function lockResource(trx: Db, kind: GrantKind, id: string): Promise<void> {
  await trx.selectFrom(kind).where('id', '=', id).select('id').forUpdate().executeTakeFirstOrThrow(notFound)
}

const versionOf = (rows: GrantList['grants']): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ subject, id, level }) => [subject, id, level]).sort()))
    .digest('hex')
    .slice(0, 32)
