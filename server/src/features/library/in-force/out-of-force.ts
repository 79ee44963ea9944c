import { documentLink, type Day } from '@parvis/contract'
import { MIN_RELEVANCE, type SearchQuestion } from '@parvis/french-search'
import { sql } from 'kysely'
import { isInForce, scopeQuery, type SearchScope } from '../../../authorization/documents.ts'
import type { Context } from '../../../context.ts'
import type { ReplyNotice } from '../../../platform/db/schema/conversations.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { formatFrenchDay } from '../../../platform/paris.ts'
import { asPlainText } from '../../chat/fenced-text.ts'
import type { GroundRequest } from '../../chat/grounding.ts'

/** Document that is not in force on the day of a question. */
export type OutOfForceDocument = { document_id: string; document: string; valid_from: Day | null; in_force_until: Day | null }

const maxNamed = 3
const maxHits = 20
/** Relevance of a passage in force from which former documents are not looked for: it answers. */
const answeringRelevance = 0.75
/** Ratio of the relevance of a former document to that of the best passage in force, for it to be named. */
const minRatio = 1.3

/** SQL query: documents of a scope that are not in force on a day, without those of which another version in the scope is. */
const outOfForceQuery = (scope: SearchScope, as_of: Day) => sql`
  select document.id from document where document.id in (${scopeQuery(scope, 'any')}) and not ${isInForce(sql`document`, as_of)}
    and not exists (
      with recursive later as (
        select next.id from document next where next.supersedes_id = document.id
        union select next.id from later join document next on next.supersedes_id = later.id),
      earlier as (
        select document.supersedes_id as id
        union select former.supersedes_id from earlier join document former on former.id = earlier.id)
      select from document other where other.id in (select id from later union select id from earlier) and ${isInForce(sql`other`, as_of)}
        and other.id in (${scopeQuery(scope, as_of)}))`

/** Reads documents by id, in the order of the ids; deleted ones are absent. */
async function describe(db: Db, ids: readonly string[]): Promise<OutOfForceDocument[]> {
  const rows = await db
    .selectFrom('document')
    .where('id', 'in', [...ids])
    .select(['id as document_id', 'original_filename as document', 'valid_from', 'in_force_until'])
    .execute()
  return rows.toSorted((a, b) => ids.indexOf(a.document_id) - ids.indexOf(b.document_id))
}

/** Lists the documents of a scope that are not in force on a day and have no other version there that is. */
export async function listOutOfForce(db: Db, scope: SearchScope, as_of: Day): Promise<OutOfForceDocument[]> {
  const { rows } = await sql<{ id: string }>`${outOfForceQuery(scope, as_of)} order by document.created_at, document.id`.execute(db)
  return rows.length === 0
    ? []
    : describe(
        db,
        rows.map(({ id }) => id),
      )
}

/**
 * Finds the documents of a scope that are about the questions but not in force on the day of the request, the nearest ones first. None when passages in
 * force are as near.
 * @param relevance relevance of the best passage in force, from 0 to 1
 */
export async function findOutOfForce(
  context: Context,
  scope: SearchScope,
  { as_of, level, isMasked }: Pick<GroundRequest, 'as_of' | 'level' | 'isMasked'>,
  questions: readonly SearchQuestion[],
  relevance: number,
): Promise<OutOfForceDocument[]> {
  if (questions.length === 0 || relevance >= answeringRelevance) return []
  const expired = outOfForceQuery(scope, as_of)
  const { rows } = await sql`${expired} limit 1`.execute(context.db)
  if (rows.length === 0) return []
  const hits = await context.retrieval.search(context.db, { question: questions, scope: expired, level, isMasked, limit: maxHits })
  const near = hits.filter((hit) => hit.relevance >= Math.max(MIN_RELEVANCE, minRatio * relevance))
  const ids = [...new Set(near.map(({ document_id }) => document_id))].slice(0, maxNamed)
  return ids.length === 0 ? [] : describe(context.db, ids)
}

const withoutExtension = (filename: string): string => filename.replace(/(?<=.)\.[\p{L}\p{N}]{1,5}$/u, '')

/** Returns what holds of a document that is not in force on a day: « était valable jusqu’au 31 août 2023 ». */
function stateOf({ valid_from, in_force_until }: OutOfForceDocument, as_of: Day): string {
  if (valid_from !== null && valid_from > as_of) return `n’est en vigueur qu’à partir du ${formatFrenchDay(valid_from)}`
  return `était valable jusqu’au ${formatFrenchDay(in_force_until ?? as_of)}`
}

/** Returns the reply to a question about which only these documents, not in force, say something. It quotes nothing of them. */
export function outOfForceAnswer(documents: readonly OutOfForceDocument[], as_of: Day): string {
  const named = documents.slice(0, maxNamed)
  const lines = named.map((one) => `- «\u00a0[${asPlainText(withoutExtension(one.document))}](${documentLink(one.document_id)})\u00a0» ${stateOf(one, as_of)}.`)
  return `Aucun document en vigueur ne répond à cette question.\n\n${lines.join('\n')}\n\nJe ne cite pas un texte qui n’est pas en vigueur. Vous pouvez poser la question à une autre date.`
}

/** Returns the notice that names documents that are not in force, which a reply does not use. Empty without any. */
export function outOfForceNotice(documents: readonly OutOfForceDocument[], as_of: Day): ReplyNotice[] {
  if (documents.length === 0) return []
  const named = documents.slice(0, maxNamed).map((one) => `«\u00a0${asPlainText(withoutExtension(one.document))}\u00a0» ${stateOf(one, as_of)}`)
  const others = documents.length - maxNamed
  const all = others > 0 ? [...named, `${others}\u00a0${others > 1 ? 'autres documents ne sont pas' : 'autre document n’est pas'} en vigueur`] : named
  return [{ kind: 'out_of_force', text: `*${all.join(' ; ')}\u00a0: cette réponse n’en tient pas compte.*\n\n` }]
}
