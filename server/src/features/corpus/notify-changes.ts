import { articleKey, findReferences } from '@parvis/legal-references'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { formatFrenchDate } from '../../platform/paris.ts'
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
 * Mails the articles that an import changed to the people in charge of the texts that cite them: owners of assistants and prompts, uploaders of library documents, and
 * administrators for what belongs to the organisation. Once per import, whatever the number of calls.
 */
export async function notifyChanges(context: Context, import_id: string): Promise<void> {
  const { db } = context
  const claimed = await db
    .updateTable('corpus_import')
    .set({ changes_sent_at: context.now() })
    .where('id', '=', import_id)
    .where('state', '=', 'publie')
    .where('changes_sent_at', 'is', null)
    .where(({ exists, selectFrom }) => exists(selectFrom('corpus_change').select('code').where('import_id', '=', import_id).where('kind', '<>', 'ajoute')))
    .returning('name')
    .executeTakeFirst()
  if (claimed === undefined) return
  mailLater(context, 'due', 'mail of changed articles', async () => {
    const changes = await db
      .selectFrom('corpus_change')
      .select(['code', 'number', 'kind'])
      .where('import_id', '=', import_id)
      .where('kind', '<>', 'ajoute')
      .execute()
    const changed = new Map(
      changes.map(({ code, number, kind }) => [`${code} ${articleKey(number)}`, `${number} (${code})${kind === 'retire' ? ', retiré' : ''}`]),
    )
    const lines = new Map<string, Line>()
    for (const text of [...(await readOwnTexts(db)), ...(await readPassages(db, changes))]) {
      const cited = citedOf(text.text, changed)
      if (cited.length > 0)
        lines.set(`${text.owner_id} ${text.name} ${cited.join()}`, { owner_id: text.owner_id, line: `- ${text.name}\u00a0: ${cited.join(' ; ')}` })
    }
    await sendMails(context, [...lines.values()], claimed.name)
  })
}

/** Returns the changed articles that a text cites, each once. */
function citedOf(text: string, changed: ReadonlyMap<string, string>): string[] {
  const cited = findReferences(text).flatMap(({ code, articles }) => articles.map((article) => changed.get(`${code} ${articleKey(article)}`)))
  return [...new Set(cited.filter((label) => label !== undefined))]
}

async function readOwnTexts(db: Db): Promise<CitingText[]> {
  const { rows } = await sql<CitingText>`
    select owner_id, 'assistant « ' || name || ' »' as name, prompt_content as text from assistant
    union all select null, 'prompt « ' || name || ' »', content from prompt
    union all select owner_id, 'prompt « ' || name || ' »', content from personal_prompt`.execute(db)
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
