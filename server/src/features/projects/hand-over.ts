import type { RouteBody, routes } from '@parvis/contract'
import { sql } from 'kysely'
import { serverCall, recordAuditEvent } from '../../audit/audited.ts'
import type { Caller, Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { mailLater } from '../auth/concurrency-limits.ts'
import { applyQuotas } from '../quotas/storage-quotas.ts'
import { claimQuota, lockUploads } from '../documents/uploads/quota-reservation.ts'
import { findPerson } from '../teams/find-person.ts'
import { personName } from '../teams/queries.ts'
import { findProject } from './queries.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'

type Heir = { id: string; name: string }
type ProjectTransfer = { project_id: string; heir_id: string }

/**
 * Gives a project of the caller, with its files, to one of its managers or to the active account that `to` names. The caller becomes one of its managers.
 * Both are notified by mail.
 * @throws {AppError} `request.not_found`, `projects.not_owner_to_give`, `teams.person_unknown`, `grants.to_oneself`, `projects.heir_quota`,
 *   `projects.heir_space`
 */
export async function handOver(
  context: Context,
  caller: Caller,
  id: string,
  to: RouteBody<typeof routes.projectHandOver.give>,
): Promise<{ name: string; heir: string }> {
  // Checked before the recipient is looked up: a caller who does not own the project learns nothing about accounts.
  await findOwnProject(context.db, id, caller.id)
  const heir = to.manager_id === undefined ? await findPerson(context, caller.id, to) : await managerOf(context.db, id, to.manager_id)
  if (heir.id === caller.id) throw new AppError('grants.to_oneself')
  const name = await inTransaction(context.db, (trx) => transferProject(context, trx, id, caller.id, heir.id))
  notifyHeir(context, { project_id: id, heir_id: heir.id }, 'given', caller.id)
  return { name, heir: heir.name }
}

async function transferProject(context: Context, trx: Db, id: string, owner_id: string, heir_id: string): Promise<string> {
  // Locks in this order: accounts, uploads, project. Deleting an account and uploading files use the same order, which avoids deadlocks.
  await lockAccounts(trx, [owner_id, heir_id], heir_id)
  await lockUploads(trx, heir_id)
  const project = await findOwnProject(trx, id, owner_id, 'locked')
  await requireSpace(context, trx, id, heir_id)
  // The author is recorded: for the new owner, the text was written by somebody else.
  await sql`insert into project_author (project_id, author_id) values (${id}, ${owner_id}) on conflict do nothing`.execute(trx)
  await sql`select pass_project(${id}::uuid, ${heir_id}::uuid)`.execute(trx)
  await applyQuotas(trx, context.config.quotas)
  await sql`select too_much('PA002', (select projects from holding where owner_id = ${heir_id}::uuid), 'projects')`.execute(trx).catch(rethrowAsHeirQuota)
  await makeManager(trx, id, owner_id)
  return project.name
}

/**
 * Gives each project of a deactivated account to its longest-standing manager, even beyond that manager's quotas, and notifies the managers by mail. The
 * account remains a manager. Projects without a manager stay.
 * @returns the number of projects given
 * @throws {AppError} `request.not_found`, `projects.owner_active`, `projects.no_heir`
 */
export async function handOverProjectsOf(context: Context, owner_id: string): Promise<number> {
  const transfers = await inTransaction(context.db, async (trx) => {
    const owner = await trx.selectFrom('app_user').where('id', '=', owner_id).select('is_active').forUpdate().executeTakeFirstOrThrow(notFound)
    if (owner.is_active) throw new AppError('projects.owner_active')
    const all = await transferProjects(trx, owner_id)
    if (all.length === 0) throw new AppError('projects.no_heir')
    for (const { project_id } of all) await makeManager(trx, project_id, owner_id)
    return all
  })
  for (const transfer of transfers) notifyHeir(context, transfer, 'owner_inactive')
  return transfers.length
}

/** Gives each project of an account to be deleted to its longest-standing manager (SQL function `pass_on_projects`). Projects without a manager stay. */
export const transferProjects = async (trx: Db, owner_id: string): Promise<ProjectTransfer[]> =>
  (await sql<ProjectTransfer>`select project_id, heir_id from pass_on_projects(${owner_id}::uuid)`.execute(trx)).rows

/** Lists the accounts that would inherit a project if this account were deleted now. */
export const heirsOf = async (db: Db, owner_id: string): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select distinct heir as id from (select project_heir(p.id) as heir from project p where p.owner_id = ${owner_id}) h where heir is not null`.execute(db)
  ).rows.map(({ id }) => id)

/** Records in the audit trail the projects inherited from a deleted account, and notifies the heirs by mail. */
export async function notifyHeirs(context: Context, transfers: readonly ProjectTransfer[]): Promise<void> {
  for (const transfer of transfers) {
    await recordAuditEvent(serverCall(context), { act: 'project.inherit', outcome: 'done', target: transfer.project_id })
    notifyHeir(context, transfer, 'owner_gone')
  }
}

/**
 * Reads the name of a project that the person owns. @param lock locks its row until the end of the transaction
 * @throws {AppError} `request.not_found`, `projects.not_owner_to_give` for a person who may only use it
 */
async function findOwnProject(db: Db, id: string, person_id: string, lock?: 'locked'): Promise<{ name: string }> {
  const project = await db
    .selectFrom('project')
    .where('id', '=', id)
    .where('owner_id', '=', person_id)
    .select('name')
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst()
  if (project !== undefined) return project
  throw (await findProject(db, id, person_id)) === null ? notFound() : new AppError('projects.not_owner_to_give')
}

/** Finds an active account with a personal `manage` grant on the project. @throws {AppError} `teams.person_unknown` */
async function managerOf(db: Db, project_id: string, id: string): Promise<Heir> {
  const { rows } = await sql<Heir>`
    select u.id, ${personName} as name from access_grant g join app_user u on u.id = g.user_id
    where g.project_id = ${project_id} and g.user_id = ${id} and g.level = 'manage' and u.is_active`.execute(db)
  if (rows[0] === undefined) throw new AppError('teams.person_unknown')
  return rows[0]
}

/**
 * Locks accounts against deletion until the end of the transaction. @throws {AppError} `teams.person_unknown` when the heir has been deleted or
 * deactivated
 */
async function lockAccounts(trx: Db, ids: readonly string[], heir_id: string): Promise<void> {
  const rows = await trx.selectFrom('app_user').where('id', 'in', ids).select(['id', 'is_active']).orderBy('id').forKeyShare().execute()
  if (!rows.some(({ id, is_active }) => id === heir_id && is_active)) throw new AppError('teams.person_unknown')
}

/** Requires that the files of a project fit in the heir's storage quota. @throws {AppError} `projects.heir_space` */
async function requireSpace(context: Context, trx: Db, project_id: string, heir_id: string): Promise<void> {
  const { size } = await trx
    .selectFrom('project_document')
    .innerJoin('document', 'document.id', 'project_document.document_id')
    .where('project_document.project_id', '=', project_id)
    .select((query) => query.fn.coalesce(query.fn.sum<string>('document.size'), sql<string>`0`).as('size'))
    .executeTakeFirstOrThrow()
  if (Number(size) === 0) return
  await claimQuota(context, trx, heir_id, Number(size)).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('projects.heir_space', {}, { cause: error }) : error
  })
}

function rethrowAsHeirQuota(error: unknown): never {
  throw (error as { code?: unknown }).code === 'PA002' ? new AppError('projects.heir_quota', {}, { cause: error }) : error
}

const makeManager = (trx: Db, project_id: string, user_id: string) => trx.insertInto('access_grant').values({ project_id, user_id, level: 'manage' }).execute()

type TransferReason = 'given' | 'owner_inactive' | 'owner_gone'

/** Notifies the heir of a project by mail. @param former_id previous owner, notified too */
function notifyHeir(context: Context, { project_id, heir_id }: ProjectTransfer, reason: TransferReason, former_id: string | null = null): void {
  mailLater(context, 'due', 'mail of a project handed over', async () => {
    const project = await context.db.selectFrom('project').where('id', '=', project_id).select('name').executeTakeFirst()
    const { rows } = await sql<{ id: string; email: string; name: string }>`
      select u.id, u.email, ${personName} as name from app_user u where u.id in (${heir_id}, ${former_id})`.execute(context.db)
    if (project === undefined) return
    const projectLabel = `Le projet «\u00a0${project.name}\u00a0»`
    const [heir, formerOwner] = [rows.find(({ id }) => id === heir_id), rows.find(({ id }) => id === former_id)]
    const subject = 'Un projet a changé de propriétaire'
    const from = {
      given: formerOwner === undefined ? '' : `, qui était à ${formerOwner.name},`,
      owner_inactive: ', dont le compte du propriétaire est désactivé,',
      owner_gone: ', dont le compte du propriétaire a été supprimé,',
    }[reason]
    const letter = (sentence: string) => `Bonjour,\n\n${sentence}\n\n${context.publicUrl()}/projects/${project_id}\n`
    if (heir !== undefined)
      await context.mailer.send({
        to: heir.email,
        subject,
        text: letter(
          `${projectLabel}${from} est maintenant à vous, avec ses fichiers. Vous pouvez le modifier, le partager, le confier à quelqu’un ou le supprimer.`,
        ),
      })
    if (formerOwner !== undefined && heir !== undefined)
      await context.mailer.send({
        to: formerOwner.email,
        subject,
        text: letter(
          `${projectLabel}, qui était à vous, est maintenant à ${heir.name}, avec ses fichiers. Vous en êtes responsable. Vos conversations restent à vous.`,
        ),
      })
  })
}
