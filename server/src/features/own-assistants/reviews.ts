import type { ProposedAssistant, WaitingProposal } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import { countAssistantFiles } from '../assistants/assistant-files.ts'
import { grantedTo } from '../grants/granted.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { nextUpdate, requireUnchanged, updatedAfter } from '../../platform/errors/stale-write.ts'
import type { Caller, Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { personName } from '../teams/queries.ts'
import { inTransaction } from '../../platform/db/run-again.ts'

type Named = { id: string; name: string }

/** What this person decides of, among the proposals `p` of assistants `a` that wait: all for an administrator; a manager never undoes a suspension. */
const decidedBy = ({ id, is_admin }: Caller): RawBuilder<boolean> => sql<boolean>`p.refused_at is null and (${is_admin} or (a.suspended_at is null
  and p.team_id in (select m.team_id from team_member m where m.user_id = ${id} and m.role = 'manager')))`

const from = sql`assistant_proposal p join assistant a on a.id = p.assistant_id join app_user u on u.id = a.owner_id left join team t on t.id = p.team_id`

const waiting = ({ id }: Caller) => sql`p.id, a.id as assistant_id, a.name, a.description, a.icon, ${personName} as owner_name, a.owner_id = ${id} as is_own,
  case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name) end as team, p.note, p.proposed_at, a.suspended_at`

const most = 200

/** The proposals that wait for this person, the oldest first: the next ones come once these are decided. */
export async function listProposals(db: Db, caller: Caller): Promise<WaitingProposal[]> {
  const { rows } = await sql<WaitingProposal>`
    select ${waiting(caller)} from ${from} where ${decidedBy(caller)} order by p.proposed_at, p.id limit ${sql.lit(most)}`.execute(db)
  return rows
}

/** Number of proposals that wait for this person. */
export async function countProposals(db: Db, caller: Caller): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from} where ${decidedBy(caller)}`.execute(db)
  return rows[0]!.count
}

/** @throws {AppError} `request.not_found` for what is not theirs to decide, too */
export async function readProposal(db: Db, caller: Caller, id: string): Promise<ProposedAssistant> {
  const { rows } = await sql<ProposedAssistant>`
    select ${waiting(caller)}, c.name as category, a.prompt_content, a.starters, a.updated_at,
      (select count(*)::int from assistant_document f where f.assistant_id = a.id) as file_count,
      array(select d.display_name from assistant_document_category l join document_category d on d.id = l.category_id
        where l.assistant_id = a.id and (${caller.is_admin} or d.id in ${grantedTo(caller.id, 'document_category', 'use')}) order by 1) as document_categories
    from ${from} join assistant_category c on c.id = a.category_id where p.id = ${id} and ${decidedBy(caller)}`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/**
 * Publishes what is proposed. To a service, its owner keeps it; to everybody it becomes the organisation's, so that nothing changes there
 * without an administrator: whom its owner let change it uses it from then on. Its files stay its owner's documents (a trigger). Of two at once, the second finds nothing.
 * @param expected `updated_at` of the text that was read
 * @returns `left_files`: number of files that the assistant no longer has
 * @throws {AppError} `request.not_found`, `request.stale`
 */
export function publish(context: Context, caller: Caller, id: string, expected: string): Promise<Named & { team: string | null; left_files: number }> {
  return inTransaction(context.db, async (trx) => {
    const { assistant, proposal } = await holdProposal(trx, caller, id)
    const { owner_id: _, ...held } = assistant
    await requireUnchanged(expected, held, async () => ({ by: null, is_own: false }))
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

/** Refuses what is proposed; its owner reads why. @throws {AppError} `request.not_found` */
export function refuse(context: Context, caller: Caller, id: string, refusal_reason: string): Promise<Named> {
  return inTransaction(context.db, async (trx) => {
    const { assistant } = await holdProposal(trx, caller, id)
    await trx.updateTable('assistant_proposal').set({ refused_at: context.now(), refusal_reason }).where('id', '=', id).execute()
    return { id: assistant.id, name: assistant.name }
  })
}

/** Locks the assistant, then its proposal: the order in which a removal does. */
async function holdProposal(trx: Db, caller: Caller, id: string) {
  const seen = await readProposal(trx, caller, id)
  const assistant = await trx
    .selectFrom('assistant')
    .where('id', '=', seen.assistant_id)
    .select(['id', 'name', 'description', 'prompt_content', 'starters', 'category_id', 'icon', 'owner_id', 'updated_at'])
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  // What was decided, or taken back, while it was waited for.
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
 * Suspends a person's assistant that was shown to somebody; what is proposed of it is refused with the same words.
 * @throws {AppError} `request.not_found` for the organisation's, which is made inactive, and for a draft that nobody was shown
 */
export function suspend({ db, now }: Context, id: string, reason: string): Promise<Named> {
  return inTransaction(db, async (trx) => {
    const held = await holdShown(trx, id)
    await trx
      .updateTable('assistant')
      .set({ suspended_at: now(), suspension_reason: reason, updated_at: updatedAfter(now()) })
      .where('id', '=', id)
      .execute()
    await trx
      .updateTable('assistant_proposal')
      .set({ refused_at: now(), refusal_reason: reason })
      .where('assistant_id', '=', id)
      .where('refused_at', 'is', null)
      .execute()
    return held
  })
}

/** @throws {AppError} `request.not_found` where it is not suspended */
export function resume({ db, now }: Context, id: string): Promise<Named> {
  return db
    .updateTable('assistant')
    .set({ suspended_at: null, suspension_reason: null, updated_at: updatedAfter(now()) })
    .where('id', '=', id)
    .where('suspended_at', 'is not', null)
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow(notFound)
}

/** Locks a person's assistant that an administrator sees. @throws {AppError} `request.not_found` */
export async function holdShown(trx: Db, id: string): Promise<Named & { owner_id: string }> {
  await trx.selectFrom('assistant').where('id', '=', id).select('id').forUpdate().executeTakeFirstOrThrow(notFound)
  const { rows } = await sql<Named & { owner_id: string }>`
    select a.id, a.name, a.owner_id from assistant a where a.id = ${id} and a.owner_id is not null and not is_private_assistant(a)`.execute(trx)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/** What the code of the database says of a person's number, said of somebody else. */
export const heirQuota = (error: unknown): unknown =>
  (error as { code?: unknown }).code === 'PA011' ? new AppError('own_assistants.heir_quota', {}, { cause: error as Error }) : error
