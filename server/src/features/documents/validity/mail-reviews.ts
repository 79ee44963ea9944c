import { pages } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { formatFrenchDay, todayInParis } from '../../../platform/paris.ts'

/** Documents named in one mail; the others are counted. */
const maxNamed = 20

type DueDocument = { id: string; name: string; review_by: string }

/**
 * Mails the documents whose review date has come, once for each date, in one mail per person: to the uploader, or the owner of a private document; to the
 * administrators when the uploader of a library document has no active account. A document is marked before the mail is sent: a process that dies meanwhile
 * sends no second one. A mail that fails is sent again in the next round.
 */
export async function mailDueReviews(context: Context): Promise<void> {
  const { db } = context
  const { rows } = await sql<DueDocument & { recipient_id: string | null }>`
    update document d set review_mailed_for = d.review_by
    from document due left join app_user u on u.id = coalesce(due.owner_id, due.uploader_id) and u.is_active
    where d.id = due.id and due.review_by <= ${todayInParis(context)}::date and due.review_mailed_for is distinct from due.review_by
      and (due.owner_id is null or u.id is not null) and d.review_mailed_for is distinct from d.review_by
    returning d.id, d.original_filename as name, d.review_by, u.id as recipient_id`.execute(db)
  const byRecipient = Map.groupBy(rows, ({ recipient_id }) => recipient_id)
  for (const [recipient_id, documents] of byRecipient) {
    const people = await db
      .selectFrom('app_user')
      .where('is_active', '=', true)
      .where((where) => (recipient_id === null ? where('is_admin', '=', true) : where('id', '=', recipient_id)))
      .orderBy('created_at')
      .select(['email', 'first_name', 'username'])
      .execute()
    try {
      for (const person of people) await context.mailer.send({ to: person.email, subject: subjectOf(documents), text: textOf(context, person, documents) })
    } catch (error) {
      context.log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'documents to review could not be mailed')
      const ids = documents.map(({ id }) => id)
      await db.updateTable('document').set({ review_mailed_for: null }).where('id', 'in', ids).whereRef('review_mailed_for', '=', 'review_by').execute()
    }
  }
}

const subjectOf = (documents: readonly DueDocument[]): string => (documents.length === 1 ? 'Un document à relire' : `${documents.length} documents à relire`)

function textOf(context: Context, { first_name, username }: { first_name: string; username: string }, documents: readonly DueDocument[]): string {
  const lines = documents.slice(0, maxNamed).map(({ name, review_by }) => `- «\u00a0${name}\u00a0», à relire le ${formatFrenchDay(review_by)}`)
  const others = documents.length - maxNamed
  return `Bonjour ${first_name || username},

La date de relecture est arrivée pour\u00a0:

${[...lines, ...(others > 0 ? [`- et ${others}\u00a0${others > 1 ? 'autres' : 'autre'}`] : [])].join('\n')}

Tant que personne ne les a relus, les réponses qui s’appuient sur eux disent «\u00a0à vérifier\u00a0».
Vérifiez qu’ils disent encore la règle, puis donnez-leur une nouvelle date de relecture,
ou déposez leur nouvelle version\u00a0:

${context.publicUrl()}${pages.documents}
`
}
