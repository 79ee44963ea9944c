import type { AreaSign, ModelLevel, RegisterSheet, RegisterSummary } from '@parvis/contract'
import { sql } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import { isPrivateAssistant } from '../../authorization/assistants.ts'
import type { Caller, Context } from '../../context.ts'
import type { ClosedFacts, RegisterEntryTable } from '../../platform/db/schema/governance.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { personName } from '../teams/queries.ts'
import { opinionOf, type AssistantTexts } from './opinion/opinion.ts'

type Fields = { [K in keyof RegisterEntryTable]: RegisterEntryTable[K] extends { __select__: infer T } ? T : RegisterEntryTable[K] }
type EntryRow = Omit<Fields, 'closed_facts' | 'opinion' | 'name'> & {
  name: string
  closed_facts: ClosedFacts | null
  opinion: AreaSign[] | null
  digest: string | null
  owner: string | null
  is_own: boolean | null
  description: string | null
  category: string | null
  created_at: string | null
  min_level: ModelLevel | null
  model_id: string | null
  model_choice: boolean | null
  is_active: boolean | null
  suspended_at: string | null
  usage_count: number | null
  masking: RegisterSheet['masking'] | null
  document_categories: RegisterSheet['document_categories']
  file_count: number
  everyone: boolean
  teams: string[]
  people: number
  answered_name: string | null
  confirmed_name: string | null
  completed_name: string | null
}

const nameOf = (column: string) => sql`(select ${personName} from app_user u where u.id = ${sql.ref(column)})`

/** Entries shown to administrators. An assistant that its owner no longer shares is theirs alone: its sheet is hidden, and comes back with it. */
const isShown = sql`(e.closed_at is not null or a.owner_id is null or exists (select 1 from access_grant g where g.assistant_id = a.id)
  or (e.areas is not null and not ${isPrivateAssistant(sql`a`)}))`

/** Reads the entries with the present facts of their assistants. @param id this one only */
async function readRows(db: Db, id: string | null): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.*, coalesce(a.name, e.name) as name, to_char(e.review_on, 'YYYY-MM-DD') as review_on, case when a.id is not null then register_digest(a) end as digest,
      ${nameOf('a.owner_id')} as owner, a.owner_id is not null as is_own, a.description, c.name as category, a.created_at, a.min_level, a.model_id, a.model_choice,
      a.is_active, a.suspended_at, a.usage_count, a.masking,
      (select coalesce(jsonb_agg(jsonb_build_object('name', d.display_name, 'min_level', d.min_level) order by d.display_name), '[]')
        from assistant_document_category l join document_category d on d.id = l.category_id where l.assistant_id = a.id) as document_categories,
      (select count(*)::int from assistant_document f where f.assistant_id = a.id) as file_count,
      exists (select 1 from access_grant g where g.assistant_id = a.id and g.team_id is null and g.user_id is null) as everyone,
      array(select t.name from access_grant g join team t on t.id = g.team_id where g.assistant_id = a.id order by t.name) as teams,
      (select count(*)::int from access_grant g where g.assistant_id = a.id and g.user_id is not null) as people,
      ${nameOf('e.answered_by')} as answered_name, ${nameOf('e.confirmed_by')} as confirmed_name, ${nameOf('e.completed_by')} as completed_name
    from register_entry e left join assistant a on a.id = e.assistant_id left join assistant_category c on c.id = a.category_id
    where ${isShown} and (${id}::uuid is null or e.id = ${id}::uuid)`.execute(db)
  return rows
}

type TextsRow = AssistantTexts & { id: string; digest: string }

/** Reads the texts on which the opinion of assistants is based, with their digest. */
export async function readTexts(db: Db, ids: readonly string[]): Promise<TextsRow[]> {
  const { rows } = await sql<TextsRow>`
    select a.id, a.name, a.description, a.prompt_content, a.starters, register_digest(a) as digest,
      array(select c.display_name from assistant_document_category l join document_category c on c.id = l.category_id where l.assistant_id = a.id) as document_categories
    from assistant a where a.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

const opinionsPerTurn = 20

/** Gives its opinion to each row with other texts than those of the stored one, and stores it when `isStored`. */
async function refreshOpinions(db: Db, rows: EntryRow[], isStored: boolean): Promise<void> {
  const stale = rows.filter(({ digest, opinion_digest }) => digest !== null && digest !== opinion_digest)
  // A few at a time: other requests must not wait for hundreds of them.
  for (let at = 0; at < stale.length; at += opinionsPerTurn) {
    const some = stale.slice(at, at + opinionsPerTurn)
    const texts = await readTexts(
      db,
      some.map(({ assistant_id }) => assistant_id!),
    )
    for (const { id, digest, ...text } of texts) {
      const opinion = opinionOf(text)
      Object.assign(
        some.find(({ assistant_id }) => assistant_id === id)!,
        { opinion, opinion_digest: digest },
      )
      if (isStored)
        await db
          .updateTable('register_entry')
          .set({ opinion: JSON.stringify(opinion), opinion_digest: digest })
          .where('assistant_id', '=', id)
          .execute()
    }
    await setImmediate()
  }
}

function classificationOf({ areas, digest, answered_digest, confirmed_at }: EntryRow): RegisterSummary['classification'] {
  if (areas === null) return 'a_classer'
  if (digest !== null && digest !== answered_digest) return 'a_revoir'
  if (areas.length === 0) return 'ordinaire'
  return confirmed_at === null ? 'a_confirmer' : 'confirme'
}

function stateOf(row: EntryRow): RegisterSummary['state'] {
  if (row.closed_at !== null) return 'clos'
  if (row.suspended_at !== null) return 'suspendu'
  if (row.is_withheld || (row.is_own && !row.everyone && row.teams.length + row.people === 0)) return 'en_attente'
  return row.is_active ? 'publie' : 'inactif'
}

function toSummary(row: EntryRow): RegisterSummary {
  const { id, assistant_id, name, owner, areas, responsible, review_on, opened_at, closed_at, completed_at, updated_at } = row
  const common = { id, assistant_id, name, owner, areas, responsible, review_on, opened_at, closed_at, completed_at, updated_at }
  return { ...common, state: stateOf(row), classification: classificationOf(row), opinion: row.opinion ?? [] }
}

/** Facts common to every sheet. */
interface SheetFacts {
  models: Context['models']
  /** Masking of the instance. */
  masking: RegisterSheet['masking']
  conversations_days: number | null
  /** Caller, and whether they are the only active administrator; null: nobody confirms. */
  confirming: { caller_id: string; isAlone: boolean } | null
}

function toSheet(row: EntryRow, { models, masking, conversations_days, confirming }: SheetFacts): RegisterSheet {
  const { closed_facts: closed } = row
  const min_level = row.min_level ?? ((closed?.min_level ?? 1) as ModelLevel)
  const preferred_id = row.model_id ?? closed?.model_id
  const eligible = models.list.filter(({ level }) => level >= min_level).toSorted((a, b) => Number(b.id === preferred_id) - Number(a.id === preferred_id))
  const summary = toSummary(row)
  const canConfirm = confirming !== null && summary.classification === 'a_confirmer' && summary.state !== 'clos'
  return {
    ...summary,
    purpose: row.purpose,
    service: row.service,
    audience: row.audience,
    people_concerned: row.people_concerned,
    personal_data: row.personal_data,
    human_decision: row.human_decision,
    legal_basis: row.legal_basis,
    areas_reason: row.areas_reason,
    answered_at: row.answered_at,
    confirmed_at: row.confirmed_at,
    confirmed_alone: row.confirmed_alone,
    description: row.description ?? '',
    category: row.category,
    created_at: row.created_at ?? closed?.created_at ?? row.opened_at,
    min_level,
    models: eligible.map(({ label, level, host }) => ({ label, level, level_name: models.levelNames[level - 1]!, host: host?.replace(/:\d+$/, '') ?? null })),
    model_choice: row.model_choice ?? false,
    masking: row.masking ?? masking,
    document_categories: closed ? closed.document_categories.map((name) => ({ name, min_level: 1 })) : row.document_categories,
    file_count: row.file_count,
    everyone: row.everyone,
    teams: closed?.teams ?? row.teams,
    people: row.people,
    usage_count: row.usage_count ?? 0,
    conversations_days,
    answered_by: row.answered_name,
    confirmed_by: row.confirmed_name,
    completed_by: row.completed_name,
    can_confirm: !canConfirm ? 'no' : row.answered_by !== confirming.caller_id ? 'yes' : confirming.isAlone ? 'alone' : 'no',
  }
}

const french = new Intl.Collator('fr')
const inOrder = <T extends RegisterSummary>(entries: T[]): T[] =>
  entries.sort((a, b) => Number(a.state === 'clos') - Number(b.state === 'clos') || french.compare(a.name, b.name) || a.id.localeCompare(b.id))

/** Lists the entries of the register by name, those of deleted assistants last. */
export async function listEntries({ db }: Pick<Context, 'db'>): Promise<RegisterSummary[]> {
  const rows = await readRows(db, null)
  await refreshOpinions(db, rows, true)
  return inOrder(rows.map(toSummary))
}

/** Whether this person is the only active administrator. */
export async function isOnlyAdministrator(db: Db, person_id: string): Promise<boolean> {
  const others = db.selectFrom('app_user').where('is_admin', '=', true).where('is_active', '=', true).where('id', '!=', person_id)
  return (await others.select('id').limit(1).executeTakeFirst()) === undefined
}

const conversationDays = async (db: Db): Promise<number | null> =>
  (await db.selectFrom('retention_rule').where('kind', '=', 'conversations').select('days').executeTakeFirst())?.days ?? null

/** Reads a sheet of the register. @throws {AppError} `request.not_found` */
export async function readSheet({ db, models, config }: Context, caller: Caller, id: string): Promise<RegisterSheet> {
  const rows = await readRows(db, id)
  if (rows.length === 0) throw notFound()
  await refreshOpinions(db, rows, true)
  const confirming = { caller_id: caller.id, isAlone: await isOnlyAdministrator(db, caller.id) }
  return toSheet(rows[0]!, { models, masking: config.masking.mode, conversations_days: await conversationDays(db), confirming })
}

/** Reads every sheet of the register, in the order of the list, for an export. */
export async function readSheets({ db, models, config }: Pick<Context, 'db' | 'models' | 'config'>): Promise<RegisterSheet[]> {
  const rows = await readRows(db, null)
  await refreshOpinions(db, rows, false)
  const conversations_days = await conversationDays(db)
  return inOrder(rows.map((row) => toSheet(row, { models, masking: config.masking.mode, conversations_days, confirming: null })))
}
