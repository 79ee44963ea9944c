import type { CitingKind, CitingText } from '@parvis/contract'
import { sql } from 'kysely'
import type { Caller } from '../../context.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'

/** Article that an import changed or removed. */
export type ChangedArticle = { code: string; number: string; number_key: string; kind: 'change' | 'retire' }

/** Articles that a text cites among those of an import. */
type Citation = { kind: CitingKind; id: string; articles: readonly ChangedArticle[] }

const columns = { assistant: 'assistant_id', prompt: 'prompt_id', personal_prompt: 'personal_prompt_id' } as const

/** Records the changed articles that texts cite, and deletes the rows of texts saved since. */
export async function recordCitations(trx: Db, citations: readonly Citation[], now: Date): Promise<void> {
  await sql`delete from changed_citation c where not ${isPending}`.execute(trx)
  for (const { kind, id, articles } of citations) {
    const column = columns[kind]
    const keys = articles.map(({ code, number_key }) => `${code} ${number_key}`)
    await trx
      .deleteFrom('changed_citation')
      .where(column, '=', id)
      .where(sql<boolean>`code || ' ' || number_key = any(${keys}::text[])`)
      .execute()
    await trx
      .insertInto('changed_citation')
      .values(articles.map((article) => ({ ...article, [column]: id, noticed_at: now })))
      .execute()
  }
}

/** SQL condition on a row `c` of `changed_citation`: its text was not saved since. */
const isPending = sql<boolean>`exists (select from assistant a where a.id = c.assistant_id and a.updated_at <= c.noticed_at
  union all select from prompt p where p.id = c.prompt_id and p.updated_at <= c.noticed_at
  union all select from personal_prompt o where o.id = c.personal_prompt_id and o.updated_at <= c.noticed_at)`

/** SQL query: texts of which a person is in charge; an administrator is in charge of those of the organisation too. */
const ownTexts = ({ id, is_admin }: Caller) => sql`
  select 'assistant' as kind, id, name from assistant where owner_id = ${id}::uuid or (owner_id is null and ${is_admin})
  union all select 'prompt', id, name from prompt where ${is_admin}
  union all select 'personal_prompt', id, name from personal_prompt where owner_id = ${id}::uuid`

type Row = Pick<CitingText, 'kind' | 'id' | 'name'> &
  Pick<ChangedArticle, 'code' | 'number'> & { change: ChangedArticle['kind']; last_from: string | null; ended_on: string | null }

/** Lists the texts of which a person is in charge that cite a changed article, by name. @param today `YYYY-MM-DD` */
export async function listChangedCitations(db: Db, caller: Caller, today: string): Promise<CitingText[]> {
  const { rows } = await sql<Row>`
    select own.kind, own.id, own.name, c.code, c.number, c.kind as change,
      to_char(last.valid_from, 'YYYY-MM-DD') as last_from, to_char(last.ended_on, 'YYYY-MM-DD') as ended_on
    from changed_citation c
    join (${ownTexts(caller)}) own on own.id = case own.kind when 'assistant' then c.assistant_id when 'prompt' then c.prompt_id else c.personal_prompt_id end
    left join lateral (
      select max(v.valid_from) as valid_from, case when bool_or(v.valid_until is null) then null else max(v.valid_until) + 1 end as ended_on
      from corpus_article a join corpus_import i on i.id = a.import_id and i.state = 'publie' join corpus_version v on v.article_id = a.id and not v.is_corrected
      where a.code = c.code and a.number_key = c.number_key
    ) last on true
    where ${isPending}
    order by own.kind, lower(own.name), own.id, c.code, c.number_key`.execute(db)
  const texts = new Map<string, CitingText>()
  for (const { kind, id, name, code, number, change, last_from, ended_on } of rows) {
    const text = texts.get(`${kind} ${id}`) ?? { kind, id, name, articles: [] }
    const isEnded = ended_on !== null && ended_on <= today
    const state = change === 'retire' || last_from === null ? ('retire' as const) : isEnded ? ('abroge' as const) : ('modifie' as const)
    text.articles.push({ code, article: number, change: state, on: state === 'retire' ? null : isEnded ? ended_on : last_from })
    texts.set(`${kind} ${id}`, text)
  }
  return [...texts.values()]
}

/** Stops reporting the changed articles of a text until the next change. @throws {AppError} `request.not_found` when nothing of the caller's is reported */
export async function confirmCitations(db: Db, caller: Caller, { kind, id }: Pick<CitingText, 'kind' | 'id'>): Promise<void> {
  const deleted = await db
    .deleteFrom('changed_citation')
    .where(columns[kind], '=', id)
    .where(sql<boolean>`exists (select from (${ownTexts(caller)}) own where own.kind = ${kind} and own.id = ${id}::uuid)`)
    .returning('id')
    .execute()
  if (deleted.length === 0) throw notFound()
}
