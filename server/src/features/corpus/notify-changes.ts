import type { CitingKind } from '@parvis/contract'
import { articleKey, findReferences } from '@parvis/legal-references'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { formatFrenchDate } from '../../platform/paris.ts'
import { recordCitations, type ChangedArticle } from './changed-citations.ts'
import { mailLater } from '../auth/concurrency-limits.ts'

/** Text that may cite articles. `owner_id`: person told about it; null: the administrators. */
type CitingText = { owner_id: string | null; name: string; text: string }

/** Articles of one text that changed, as a line of a mail. */
type Line = { owner_id: string | null; line: string }

/** Article numbers searched in one reading of the library. */
const articlesPerQuery = 200
/** Passages read for them, at most. */
const maxPassages = 5_000
/** Lines of a mail, at most. */
const maxLines = 100

/**
 * Reports the articles that an import changed. Owners of assistants and prompts that cite them see it in their lists, and they get a mail, as do uploaders of
 * library documents, and administrators for what belongs to the organisation. Once per import, whatever the number of calls.
 */
export async function notifyChanges(context: Context, import_id: string): Promise<void> {
  const { db } = context
  const changes = await readChanges(db, import_id)
  if (changes.length === 0) return
  const byNumber = new Map(changes.map((change) => [`${change.code} ${change.number_key}`, change]))
  const own = (await readOwnTexts(db))
    .map((text) => ({ ...text, articles: changedArticlesOf(text.text, byNumber) }))
    .filter(({ articles }) => articles.length > 0)
  const claimed = await db.transaction().execute(async (trx) => {
    const found = await trx
      .updateTable('corpus_import')
      .set({ changes_sent_at: context.now() })
      .where('id', '=', import_id)
      .where('state', '=', 'publie')
      .where('changes_sent_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (found !== undefined) await recordCitations(trx, own, context.now())
    return found
  })
  if (claimed === undefined) return
  mailLater(context, 'due', 'mail of changed articles', async () => {
    const passages = (await readPassages(db, changes)).map((text) => ({ ...text, articles: changedArticlesOf(text.text, byNumber) }))
    const lines = new Map<string, Line>()
    for (const { owner_id, name, articles } of [...own, ...passages]) {
      const cited = articles.map(({ number, code, kind }) => `${number} (${code})${kind === 'retire' ? ', retiré' : ''}`)
      if (cited.length > 0) lines.set(`${owner_id} ${name} ${cited.join()}`, { owner_id, line: `- ${name}\u00a0: ${cited.join(' ; ')}` })
    }
    await sendMails(context, [...lines.values()], claimed.name)
  })
}

/** Reads the articles that an import changed or removed, unless they were reported. */
async function readChanges(db: Db, import_id: string): Promise<ChangedArticle[]> {
  const rows = await db
    .selectFrom('corpus_change as c')
    .innerJoin('corpus_import as i', 'i.id', 'c.import_id')
    .where('c.import_id', '=', import_id)
    .where('i.changes_sent_at', 'is', null)
    .select(['c.code', 'c.number', 'c.kind'])
    .execute()
  return rows.flatMap(({ code, number, kind }) => (kind === 'ajoute' ? [] : [{ code, number, number_key: articleKey(number), kind }]))
}

/** Returns the changed articles that a text cites, each once. @param byNumber changed articles by `CODE NUMBER` */
function changedArticlesOf(text: string, byNumber: ReadonlyMap<string, ChangedArticle>): ChangedArticle[] {
  const cited = findReferences(text).flatMap(({ code, articles }) => articles.map((article) => byNumber.get(`${code} ${articleKey(article)}`)))
  return [...new Set(cited.filter((article) => article !== undefined))]
}

type OwnText = CitingText & { kind: CitingKind; id: string }

async function readOwnTexts(db: Db): Promise<OwnText[]> {
  const { rows } = await sql<OwnText>`
    select 'assistant' as kind, id, owner_id, 'assistant « ' || name || ' »' as name, prompt_content as text from assistant
    union all select 'prompt', id, null, 'prompt « ' || name || ' »', content from prompt
    union all select 'personal_prompt', id, owner_id, 'prompt « ' || name || ' »', content from personal_prompt`.execute(db)
  return rows
}

/** Reads the passages of library documents that have the number of a changed article. */
async function readPassages(db: Db, changes: readonly { number: string }[]): Promise<CitingText[]> {
  const numbers = [...new Set(changes.map(({ number }) => articleKey(number).replace(/^[A-Z]+/, '')))].filter((number) => /^\d[\dA-Z-]*$/.test(number))
  const found: CitingText[] = []
  for (let at = 0; at < numbers.length; at += articlesPerQuery) {
    const pattern = `(^|[^0-9-])(${numbers
      .slice(at, at + articlesPerQuery)
      .map((number) => number.replaceAll('-', '[-‐‑–]'))
      .join('|')})($|[^0-9-])`
    const { rows } = await sql<CitingText>`
      select d.uploader_id as owner_id, 'document « ' || d.original_filename || ' »' as name, p.text
      from document d join document_index i on i.document_id = d.id join passage p on p.index_no = i.index_no
      where d.owner_id is null and p.text ~ ${pattern} limit ${maxPassages}`.execute(db)
    found.push(...rows)
  }
  return found
}

async function sendMails({ db, mailer, publicUrl, now }: Context, lines: readonly Line[], corpus: string): Promise<void> {
  if (lines.length === 0) return
  const people = await db.selectFrom('app_user').select(['id', 'email', 'is_admin']).where('is_active', '=', true).execute()
  const known = new Set(people.map(({ id }) => id))
  for (const { id, email, is_admin } of people) {
    const own = lines.filter(({ owner_id }) => owner_id === id || (is_admin && (owner_id === null || !known.has(owner_id)))).map(({ line }) => line)
    if (own.length === 0) continue
    const more = own.length > maxLines ? `\n… et ${own.length - maxLines} autres.` : ''
    const text = `Bonjour,\n\nLe corpus «\u00a0${corpus}\u00a0», mis à jour le ${formatFrenchDate(now())}, change des articles que citent des textes dont vous avez la charge. Relisez-les\u00a0:\n\n${own.slice(0, maxLines).join('\n')}${more}\n\n${publicUrl()}\n`
    await mailer.send({ to: email, subject: 'Des articles que vous citez ont changé', text })
  }
}
