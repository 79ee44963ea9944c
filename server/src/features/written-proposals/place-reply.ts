import { writtenLimits, type ModelLevel, type WrittenBlock } from '@parvis/contract'
import { parseMarks, placeChanges, toMarkdown, type PlacedProposal, type UnplacedProposal } from '@parvis/written-document'
import { sql, type Insertable } from 'kysely'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import type { WrittenDocumentProposalTable } from '../../platform/db/schema/written-documents.ts'

/** Ended reply with changes that are not placed yet. */
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
 * if the process that wrote it has died. @returns the number of replies
 */
export async function placeEndedReplies(context: Pick<Context, 'db' | 'now'>, document_id: string): Promise<number> {
  const { rows } = await sql<{ message_id: string }>`
    select r.message_id from written_document_request r join message m on m.id = r.message_id
    where r.document_id = ${document_id} and r.placed_at is null and m.status <> 'en_cours' order by m.position`.execute(context.db)
  // The order of proposals is that of their times: no two replies have the same one.
  const now = context.now().getTime()
  for (const [at, { message_id }] of rows.entries()) await inTransaction(context.db, (trx) => placeReply(trx, message_id, new Date(now + at)))
  return rows.length
}

/** Makes proposals of the changes of every ended reply of a conversation that is about to be deleted with its messages. */
export async function placeRepliesOfConversation(context: Pick<Context, 'db' | 'now'>, conversation_id: string, owner_id: string): Promise<void> {
  const { rows } = await sql<{ document_id: string }>`
    select distinct r.document_id from written_document_request r join message m on m.id = r.message_id join conversation c on c.id = m.conversation_id
    where c.id = ${conversation_id} and c.owner_id = ${owner_id} and r.placed_at is null and m.superseded_at is null and m.status <> 'en_cours'`.execute(
    context.db,
  )
  for (const { document_id } of rows) await placeEndedReplies(context, document_id)
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
  const decided = await decidedPositions(trx, reply)
  const isNew = (position: number) => !decided.has(position)
  if (!placed.keys().some(isNew)) return
  const { person_id, document_id, level, model, assistant } = reply
  await trx
    .insertInto('written_document_proposal')
    .values(
      placed
        .map((proposal, position) => ({ document_id, message_id, person_id, position, level, model, assistant, created_at: now, ...columnsOf(proposal) }))
        .filter(({ position }) => isNew(position)),
    )
    .execute()
}

/**
 * Positions of the changes that a person has already decided upon in the interrupted replies that this one continues: it begins with their text, thus asks
 * for the same changes first.
 */
async function decidedPositions(trx: Db, { message_id }: UnplacedReply): Promise<Set<number>> {
  const { rows } = await sql<{ position: number }>`
    select p.position from written_document_proposal p join message former on former.id = p.message_id
      join message m on m.id = ${message_id} and m.conversation_id = former.conversation_id
    where former.continued and former.content <> '' and starts_with(m.content, former.content)
      and p.state in ('accepted', 'refused') and p.markdown = ''`.execute(trx)
  return new Set(rows.map(({ position }) => position))
}

/** Whether a table exceeds the limits of the contract. Markdown of a person or of a model is read without them. */
export const isTooLarge = (block: WrittenBlock): boolean =>
  block.kind === 'table' &&
  (block.rows.length > writtenLimits.rows || [block.aligns, block.header, ...block.rows].some(({ length }) => length > writtenLimits.columns))

/** Columns that say what a change does. */
type ProposalColumns = Pick<Insertable<WrittenDocumentProposalTable>, 'kind' | 'state' | 'reason' | 'markdown' | 'before' | 'after' | 'above' | 'is_first'>

/** Returns the columns of a change. A table beyond the limits of a document is not placed. */
function columnsOf(proposal: PlacedProposal | UnplacedProposal): ProposalColumns {
  if (proposal.kind !== 'unplaced' && proposal.kind !== 'delete' && (proposal.after as WrittenBlock[]).some(isTooLarge))
    return columnsOf({
      kind: 'unplaced',
      reason: 'unreadable',
      markdown: `@@ ${proposal.kind === 'insert' ? 'insérer' : 'remplacer'}\n${toMarkdown(proposal.after)}`,
    })
  if (proposal.kind === 'unplaced') {
    const kind = /^\s*@@\s*ins/i.test(proposal.markdown) ? 'insert' : /^\s*@@\s*suppr/i.test(proposal.markdown) ? 'delete' : 'replace'
    return { kind, state: 'unplaced', reason: proposal.reason, markdown: proposal.markdown, before: '[]', after: '[]' } as const
  }
  const before = JSON.stringify(proposal.kind === 'insert' ? [] : proposal.before)
  const after = JSON.stringify(proposal.kind === 'delete' ? [] : proposal.after)
  const place = proposal.kind === 'insert' ? { above: proposal.above, is_first: proposal.isFirst } : {}
  return { kind: proposal.kind, state: 'open', before, after, ...place } as const
}
