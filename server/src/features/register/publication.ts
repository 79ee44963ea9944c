import { registerRules, type AreaSign, type UseAnswers, type UseArea } from '@parvis/contract'
import { sql } from 'kysely'
import { recordAuditEvent, type AuditedCall } from '../../audit/audited.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { readTexts } from './entries.ts'
import { opinionOf, type AssistantTexts } from './opinion/opinion.ts'

/** Answer that the register holds for the present texts of an assistant. */
interface StoredAnswer {
  areas: UseArea[]
  isConfirmed: boolean
}

/** Outcome of a publication: `withhold`: it waits until a second administrator confirms the use. */
type UseDecision = 'publish' | 'withhold'

const sameAreas = (a: readonly UseArea[], b: readonly UseArea[]): boolean => a.length === b.length && a.every((area) => b.includes(area))

/** Checks that an answer gives a reason where one is needed: with an area, or against the opinion. @throws {AppError} `request.invalid` */
export function requireReason(opinion: readonly AreaSign[], { areas, reason }: UseAnswers): void {
  if (reason.trim() === '' && (areas.length > 0 || opinion.length > 0))
    throw new AppError('request.invalid', { fields: { use: registerRules.reason.required } })
}

/**
 * Decides whether an assistant may be published, from the opinion on its texts, the stored answer and the given one.
 * @throws {AppError} `register.answers_needed`, `register.confirmation_needed`, `request.invalid`
 */
function decideUse(opinion: readonly AreaSign[], stored: StoredAnswer | null, answers: UseAnswers | undefined): UseDecision {
  if (answers !== undefined) {
    requireReason(opinion, answers)
    const isConfirmed = stored !== null && stored.isConfirmed && sameAreas(stored.areas, answers.areas)
    return answers.areas.length === 0 || isConfirmed ? 'publish' : 'withhold'
  }
  if (stored !== null) {
    if (stored.areas.length === 0 || stored.isConfirmed) return 'publish'
    throw new AppError('register.confirmation_needed')
  }
  if (opinion.length > 0) throw new AppError('register.answers_needed')
  return 'publish'
}

/** Texts of an assistant after a change; document categories by id. */
type ChangedTexts = Partial<Omit<AssistantTexts, 'document_categories'>> & { document_category_ids?: readonly string[] | undefined }

/** Returns the decision about a new assistant. @throws {AppError} as `decideUse` */
export async function decideNewUse({ db }: Context, fields: Required<ChangedTexts>, answers: UseAnswers | undefined): Promise<UseDecision> {
  const document_categories = await categoryNames(db, fields.document_category_ids ?? [])
  return decideUse(opinionOf({ ...fields, document_categories }), null, answers)
}

/** Returns the decision about the publication of an assistant, as it is or as a change makes it. @throws {AppError} as `decideUse` */
export async function decideExistingUse({ db }: Context, id: string, changes: ChangedTexts, answers: UseAnswers | undefined): Promise<UseDecision> {
  const [texts] = await readTexts(db, [id])
  // A missing assistant is refused by the publication itself.
  if (texts === undefined) return 'publish'
  const { document_category_ids, ...changed } = changes
  const given = Object.fromEntries(Object.entries(changed).filter(([name, value]) => name in texts && value !== undefined))
  const next = { ...texts, ...given, ...(document_category_ids !== undefined && { document_categories: await categoryNames(db, document_category_ids) }) }
  const isChanged = JSON.stringify(next) !== JSON.stringify(texts)
  return decideUse(opinionOf(next), isChanged ? null : await storedAnswer(db, id), answers)
}

async function storedAnswer(db: Db, id: string): Promise<StoredAnswer | null> {
  const { rows } = await sql<StoredAnswer>`
    select e.areas, e.confirmed_at is not null as "isConfirmed" from register_entry e join assistant a on a.id = e.assistant_id
    where a.id = ${id} and e.areas is not null and e.answered_digest = register_digest(a)`.execute(db)
  return rows[0] ?? null
}

async function categoryNames(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('document_category').where('id', 'in', ids).select('display_name').execute()
  return rows.map(({ display_name }) => display_name)
}

/**
 * Records the answer given with a publication. An earlier confirmation of the same areas on the same texts stays.
 * @param isWithheld the assistant is published when the answer is confirmed
 */
export async function declareUse(
  call: AuditedCall & { caller: { id: string } },
  assistant: { id: string; name: string },
  { areas, reason }: UseAnswers,
  isWithheld: boolean,
): Promise<void> {
  const { context, caller } = call
  const now = context.now()
  await sql`
    insert into register_entry as e (assistant_id, areas, areas_reason, answered_by, answered_at, answered_digest, is_withheld)
    select a.id, ${areas}::text[], ${reason.trim()}::text, ${caller.id}::uuid, ${now}::timestamptz, register_digest(a), ${isWithheld}::boolean
      from assistant a where a.id = ${assistant.id}::uuid
    on conflict (assistant_id) do update set areas = excluded.areas, areas_reason = excluded.areas_reason, answered_by = excluded.answered_by,
      answered_at = excluded.answered_at, answered_digest = excluded.answered_digest, is_withheld = excluded.is_withheld,
      confirmed_by = null, confirmed_at = null, confirmed_alone = false, updated_at = greatest(${now}::timestamptz, e.updated_at + interval '1 millisecond')
    where e.areas is null or e.confirmed_at is null or e.answered_digest <> excluded.answered_digest
      or not (e.areas <@ excluded.areas and e.areas @> excluded.areas)`.execute(context.db)
  await recordAuditEvent(call, { act: 'register.answer', outcome: 'done', target: assistant })
}

/**
 * Refuses to share a person's own assistant that seems sensitive, unless its use was answered and, when sensitive, confirmed: it is proposed instead.
 * @throws {AppError} `register.proposal_needed`
 */
export async function requireShareableUse({ db, config }: Context, owner_id: string, id: string): Promise<void> {
  if (!config.useRegister) return
  const own = await db.selectFrom('assistant').where('id', '=', id).where('owner_id', '=', owner_id).select('id').executeTakeFirst()
  if (own === undefined) return
  const [texts] = await readTexts(db, [id])
  if (texts === undefined || opinionOf(texts).length === 0) return
  const stored = await storedAnswer(db, id)
  if (stored === null || (stored.areas.length > 0 && !stored.isConfirmed)) throw new AppError('register.proposal_needed')
}
