import type { PendingProposal, ProposedAssistant, RouteBody, routes } from '@parvis/contract'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { isForeignKeyViolation } from '../../platform/db/errors.ts'
import { lockAssistant } from './write-assistant.ts'
import { readTeam, personName } from '../teams/queries.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'
import { sql } from 'kysely'
import { countAssistantFiles } from './files.ts'
import { isCategoryShownTo } from '../../authorization/documents.ts'
import { nextUpdate, assertUnchanged } from '../../platform/errors/stale-write.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { isProposalDecidedBy } from '../../authorization/assistants.ts'
import type { NamedAssistant } from './suspension.ts'

const proposalTables = sql`assistant_proposal p join assistant a on a.id = p.assistant_id join app_user u on u.id = a.owner_id left join team t on t.id = p.team_id`

const proposalColumns = ({
  id,
}: Caller) => sql`p.id, a.id as assistant_id, a.name, a.description, a.icon, ${personName} as owner_name, a.owner_id = ${id} as is_own,
  case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name) end as team, p.note, p.proposed_at, a.suspended_at`

const maxProposals = 200

/**
 * Proposes an assistant of this person to a team that they know, or to everybody (null). Replaces a previous proposal to the same recipient. A suspended
 * assistant may be proposed even to a team that already has it: this asks for a new review.
 * @throws {AppError} `request.not_found`, `grants.unknown`, `own_assistants.already_open`
 */
export async function propose(
  context: Context,
  caller: Caller,
  assistant_id: string,
  { team_id, note }: RouteBody<typeof routes.ownAssistants.propose>,
): Promise<void> {
  await lockAssistant(context.db, assistant_id, caller.id)
  if (team_id !== null)
    await readTeam(context.db, caller, team_id).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('grants.unknown') : error
    })
  const work = inTransaction(context.db, async (trx) => {
    const { suspended_at } = await lockAssistant(trx, assistant_id, caller.id)
    const grants = trx.selectFrom('access_grant').where('assistant_id', '=', assistant_id).where('team_id', '=', team_id).select('id')
    if (team_id !== null && suspended_at === null && (await grants.executeTakeFirst()) !== undefined) throw new AppError('own_assistants.already_open')
    await trx.deleteFrom('assistant_proposal').where('assistant_id', '=', assistant_id).where('team_id', 'is not distinct from', team_id).execute()
    await trx.insertInto('assistant_proposal').values({ assistant_id, owner_id: caller.id, team_id, note: note.trim(), proposed_at: context.now() }).execute()
  })
  await work.catch((error: unknown) => {
    // The team was deleted meanwhile.
    throw isForeignKeyViolation(error) ? new AppError('grants.unknown', {}, { cause: error }) : error
  })
}

/** Deletes a proposal of this person, pending or refused. @throws {AppError} `request.not_found` */
export async function withdraw({ db }: Pick<Context, 'db'>, owner_id: string, assistant_id: string, id: string): Promise<void> {
  await db
    .deleteFrom('assistant_proposal')
    .where('id', '=', id)
    .where('assistant_id', '=', assistant_id)
    .where('owner_id', '=', owner_id)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
}

/** Lists the pending proposals on which this person decides, oldest first, at most 200. */
export async function listProposals(db: Db, caller: Caller): Promise<PendingProposal[]> {
  const { rows } = await sql<PendingProposal>`
    select ${proposalColumns(caller)} from ${proposalTables} where ${isProposalDecidedBy(caller)} order by p.proposed_at, p.id limit ${sql.lit(maxProposals)}`.execute(
    db,
  )
  return rows
}

/** Counts the pending proposals on which this person decides. */
export async function countProposals(db: Db, caller: Caller): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${proposalTables} where ${isProposalDecidedBy(caller)}`.execute(db)
  return rows[0]!.count
}

/** Reads a pending proposal with the assistant's text. @throws {AppError} `request.not_found`, also when the caller does not decide on it */
export async function readProposal(db: Db, caller: Caller, id: string): Promise<ProposedAssistant> {
  const { rows } = await sql<ProposedAssistant>`
    select ${proposalColumns(caller)}, c.name as category, a.prompt_content, a.starters, a.updated_at,
      exists (select 1 from register_entry e where e.assistant_id = a.id and e.answered_digest = register_digest(a)) as use_is_answered,
      (select count(*)::int from assistant_document f where f.assistant_id = a.id) as file_count,
      array(select d.display_name from assistant_document_category l join document_category d on d.id = l.category_id
        where l.assistant_id = a.id and ${isCategoryShownTo(sql`d.id`, caller)} order by 1) as document_categories
    from ${proposalTables} join assistant_category c on c.id = a.category_id where p.id = ${id} and ${isProposalDecidedBy(caller)}`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/**
 * Publishes a proposed assistant and lifts its suspension. To a team: its owner keeps it, and the team may use it. To everybody: it belongs to the
 * organisation, only administrators change it, those who could edit it may now only use it, its other proposals are deleted, and a trigger detaches its
 * files, which stay the owner's documents. Of two simultaneous calls the second gets `request.not_found`.
 * @param expectedUpdatedAt `updated_at` of the assistant that was reviewed
 * @returns `left_files`: number of detached files
 * @throws {AppError} `request.not_found`, `request.stale`
 */
export function publish(
  context: Context,
  caller: Caller,
  id: string,
  expectedUpdatedAt: string,
): Promise<NamedAssistant & { team: string | null; left_files: number }> {
  return inTransaction(context.db, async (trx) => {
    const { assistant, proposal } = await lockProposal(trx, caller, id)
    const { owner_id: _, ...reviewed } = assistant
    await assertUnchanged(expectedUpdatedAt, reviewed, async () => ({ by: null, is_own: false }))
    const { assistant_id, team_id } = proposal
    const left_files = team_id === null ? await countAssistantFiles(trx, assistant_id) : 0
    const deletion = trx.deleteFrom('assistant_proposal').where('assistant_id', '=', assistant_id)
    await (team_id === null ? deletion : deletion.where('id', '=', id)).execute()
    await trx
      .updateTable('assistant')
      .set({
        suspended_at: null,
        suspension_reason: null,
        ...(team_id === null && { owner_id: null, updated_at: nextUpdate(context.now(), reviewed.updated_at) }),
      })
      .where('id', '=', assistant_id)
      .execute()
    if (team_id === null)
      await trx.updateTable('access_grant').set({ level: 'use' }).where('assistant_id', '=', assistant_id).where('level', '=', 'edit').execute()
    await trx
      .insertInto('access_grant')
      .values({ assistant_id, team_id, level: 'use' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { id: assistant_id, name: reviewed.name, team: proposal.team, left_files }
  })
}

/** Refuses a proposal, with a reason shown to the owner. @throws {AppError} `request.not_found` */
export function refuse(context: Context, caller: Caller, id: string, refusal_reason: string): Promise<NamedAssistant> {
  return inTransaction(context.db, async (trx) => {
    const { assistant } = await lockProposal(trx, caller, id)
    await trx.updateTable('assistant_proposal').set({ refused_at: context.now(), refusal_reason }).where('id', '=', id).execute()
    return { id: assistant.id, name: assistant.name }
  })
}

/** Locks the assistant, then its proposal: the order used by a deletion. @throws {AppError} `request.not_found` */
async function lockProposal(trx: Db, caller: Caller, id: string) {
  const currentProposal = await readProposal(trx, caller, id)
  const assistant = await trx
    .selectFrom('assistant')
    .where('id', '=', currentProposal.assistant_id)
    .select(['id', 'name', 'description', 'prompt_content', 'starters', 'category_id', 'icon', 'owner_id', 'updated_at'])
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  // The proposal may have been decided or withdrawn while waiting for the lock.
  await readProposal(trx, caller, id)
  const proposal = await trx
    .selectFrom('assistant_proposal')
    .where('id', '=', id)
    .select(['assistant_id', 'team_id'])
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  return { assistant, proposal: { ...proposal, team: currentProposal.team?.name ?? null } }
}
