import type { ModelLevel, WrittenBlock } from '@parvis/contract'
import { parseMarks, placeChanges, type PlacedProposal, type UnplacedProposal } from '@parvis/written-document'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../platform/db/retry-transaction.ts'
import type { Db } from '../../../platform/db/schema/index.ts'

/** Ended reply whose changes are not placed yet. */
interface UnplacedReply {
  message_id: string
  document_id: string
  person_id: string
  blocks: WrittenBlock[]
  selection: string[] | null
  content: string
  level: ModelLevel
  /** Id of the model in the settings. */
  model: string | null
  assistant: string | null
}

/**
 * Makes proposals of the changes of every ended reply to a document, once. A reply is a row: its changes are placed at the next read of the proposals, even
 * if the process that wrote it has died.
 */
export async function placeEndedReplies(context: Pick<Context, 'db' | 'now'>, document_id: string): Promise<void> {
  const { rows } = await sql<{ message_id: string }>`
    select r.message_id from written_document_request r join message m on m.id = r.message_id
    where r.document_id = ${document_id} and r.placed_at is null and m.status <> 'en_cours' order by m.position`.execute(context.db)
  for (const { message_id } of rows) await inTransaction(context.db, (trx) => placeReply(trx, message_id, context.now()))
}

async function placeReply(trx: Db, message_id: string, now: Date): Promise<void> {
  const { rows } = await sql<UnplacedReply>`
    select r.message_id, r.document_id, r.person_id, r.blocks, r.selection, m.content, coalesce(m.documents_level, 1) as level, m.model,
      a.name as assistant
    from written_document_request r join message m on m.id = r.message_id join conversation c on c.id = m.conversation_id
      left join assistant a on a.id = c.assistant_id
    where r.message_id = ${message_id} and r.placed_at is null for update of r`.execute(trx)
  const [reply] = rows
  // Another call has placed it.
  if (reply === undefined) return
  await trx.updateTable('written_document_request').set({ placed_at: now }).where('message_id', '=', message_id).execute()
  const placed = placeChanges(parseMarks(reply.content).changes, reply.blocks, reply.selection && new Set(reply.selection))
  if (placed.length === 0) return
  const { person_id, document_id, level, model, assistant } = reply
  await trx
    .insertInto('written_document_proposal')
    .values(
      placed.map((proposal, position) => ({ document_id, message_id, person_id, position, level, model, assistant, created_at: now, ...columnsOf(proposal) })),
    )
    .execute()
}

function columnsOf(proposal: PlacedProposal | UnplacedProposal) {
  if (proposal.kind === 'unplaced') {
    const kind = /^\s*@@\s*ins/i.test(proposal.markdown) ? 'insert' : /^\s*@@\s*suppr/i.test(proposal.markdown) ? 'delete' : 'replace'
    return { kind, state: 'unplaced', reason: proposal.reason, markdown: proposal.markdown, before: '[]', after: '[]' } as const
  }
  const before = JSON.stringify(proposal.kind === 'insert' ? [] : proposal.before)
  const after = JSON.stringify(proposal.kind === 'delete' ? [] : proposal.after)
  const place = proposal.kind === 'insert' ? { above: proposal.above, is_first: proposal.isFirst } : {}
  return { kind: proposal.kind, state: 'open', before, after, ...place } as const
}
