import type { ProposedAssistant, PendingProposal } from '@parvis/contract'
import { sql } from 'kysely'
import { countAssistantFiles } from './assistant-files.ts'
import { isCategoryShownTo } from '../../authorization/documents.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { nextUpdate, assertUnchanged, nextUpdateSql } from '../../platform/errors/stale-write.ts'
import type { Caller, Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { personName } from '../teams/queries.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'
import { isPrivateAssistant, isProposalDecidedBy } from '../../authorization/assistants.ts'

type NamedAssistant = { id: string; name: string }

const proposalTables = sql`assistant_proposal p join assistant a on a.id = p.assistant_id join app_user u on u.id = a.owner_id left join team t on t.id = p.team_id`

const proposalColumns = ({
  id,
}: Caller) => sql`p.id, a.id as assistant_id, a.name, a.description, a.icon, ${personName} as owner_name, a.owner_id = ${id} as is_own,
  case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name) end as team, p.note, p.proposed_at, a.suspended_at`

const maxProposals = 200

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
 * @param expected `updated_at` of the assistant that was reviewed
 * @returns `left_files`: number of detached files
 * @throws {AppError} `request.not_found`, `request.stale`
 */
export function publish(context: Context, caller: Caller, id: string, expected: string): Promise<NamedAssistant & { team: string | null; left_files: number }> {
  return inTransaction(context.db, async (trx) => {
    const { assistant, proposal } = await lockProposal(trx, caller, id)
    const { owner_id: _, ...held } = assistant
    await assertUnchanged(expected, held, async () => ({ by: null, is_own: false }))
    const { assistant_id, team_id } = proposal
    const left_files = team_id === null ? await countAssistantFiles(trx, assistant_id) : 0
    const done = trx.deleteFrom('assistant_proposal').where('assistant_id', '=', assistant_id)
    await (team_id === null ? done : done.where('id', '=', id)).execute()
    await trx
      .updateTable('assistant')
      .set({ suspended_at: null, suspension_reason: null, ...(team_id === null && { owner_id: null, updated_at: nextUpdate(context.now(), held.updated_at) }) })
      .where('id', '=', assistant_id)
      .execute()
    if (team_id === null)
      await trx.updateTable('access_grant').set({ level: 'use' }).where('assistant_id', '=', assistant_id).where('level', '=', 'edit').execute()
    await trx
      .insertInto('access_grant')
      .values({ assistant_id, team_id, level: 'use' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { id: assistant_id, name: held.name, team: proposal.team, left_files }
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
  const seen = await readProposal(trx, caller, id)
  const assistant = await trx
    .selectFrom('assistant')
    .where('id', '=', seen.assistant_id)
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
  return { assistant, proposal: { ...proposal, team: seen.team?.name ?? null } }
}

/**
 * Suspends a person's assistant that is not a private draft, and refuses its pending proposals with the same reason.
 * @throws {AppError} `request.not_found` for a private draft, and for an assistant of the organisation, which is made inactive instead
 */
export function suspend({ db, now }: Context, id: string, reason: string): Promise<NamedAssistant> {
  return inTransaction(db, async (trx) => {
    const assistant = await lockSharedAssistant(trx, id)
    await trx
      .updateTable('assistant')
      .set({ suspended_at: now(), suspension_reason: reason, updated_at: nextUpdateSql(now()) })
      .where('id', '=', id)
      .execute()
    await trx
      .updateTable('assistant_proposal')
      .set({ refused_at: now(), refusal_reason: reason })
      .where('assistant_id', '=', id)
      .where('refused_at', 'is', null)
      .execute()
    return assistant
  })
}

/** Lifts the suspension of an assistant. @throws {AppError} `request.not_found` when it is not suspended */
export function resume({ db, now }: Context, id: string): Promise<NamedAssistant> {
  return db
    .updateTable('assistant')
    .set({ suspended_at: null, suspension_reason: null, updated_at: nextUpdateSql(now()) })
    .where('id', '=', id)
    .where('suspended_at', 'is not', null)
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow(notFound)
}

/** Locks a person's assistant that is not a private draft. @throws {AppError} `request.not_found` */
export async function lockSharedAssistant(trx: Db, id: string): Promise<NamedAssistant & { owner_id: string }> {
  await trx.selectFrom('assistant').where('id', '=', id).select('id').forUpdate().executeTakeFirstOrThrow(notFound)
  const { rows } = await sql<NamedAssistant & { owner_id: string }>`
    select a.id, a.name, a.owner_id from assistant a where a.id = ${id} and a.owner_id is not null and not ${isPrivateAssistant(sql`a`)}`.execute(trx)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/** Converts the database's quota error (PA011) into that of another person's quota; returns other errors unchanged. */
export const heirQuota = (error: unknown): unknown =>
  (error as { code?: unknown }).code === 'PA011' ? new AppError('own_assistants.heir_quota', {}, { cause: error as Error }) : error
