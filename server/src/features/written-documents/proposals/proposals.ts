import type { Proposal, WrittenBlock } from '@parvis/contract'
import { applyProposal, proposalText, type PlacedProposal } from '@parvis/written-document'
import { sql, type Selectable } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { WrittenDocumentProposalTable } from '../../../platform/db/schema/written-documents.ts'
import { placeEndedReplies } from '../../written-proposals/place-reply.ts'
import { requireWrittenDocument } from '../queries.ts'

export type ProposalRow = Selectable<WrittenDocumentProposalTable>

/** Query of the proposals of a document, without the open ones of replies that another reply has replaced. */
export const selectProposals = (db: Db, document_id: string) =>
  db
    .selectFrom('written_document_proposal as p')
    .where('p.document_id', '=', document_id)
    .where(sql<boolean>`not (p.state in ('open', 'unplaced') and exists (select 1 from message m where m.id = p.message_id and m.superseded_at is not null))`)
    .orderBy('p.created_at')
    .orderBy('p.position')
    .selectAll()

/** Lists the proposals of a document, in the order in which replies made them. @throws {AppError} `request.not_found` */
export async function listProposals(context: Pick<Context, 'db' | 'now'>, document_id: string, person_id: string): Promise<Proposal[]> {
  await requireWrittenDocument(context.db, document_id, person_id)
  await placeEndedReplies(context, document_id)
  const { blocks } = await requireWrittenDocument(context.db, document_id, person_id)
  const rows = await selectProposals(context.db, document_id).execute()
  return presentProposals(rows, blocks)
}

/** Converts a stored proposal to the form that `applyProposal` takes. */
export function toPlaced({ kind, before, after, above, is_first }: ProposalRow): PlacedProposal {
  if (kind === 'insert') return { kind, above, isFirst: is_first, after }
  return kind === 'delete' ? { kind, before } : { kind, before, after }
}

/** Presents proposals as answers give them. An open one whose blocks have changed is a conflict. @param blocks present blocks of the document */
export function presentProposals(rows: readonly ProposalRow[], blocks: readonly WrittenBlock[]): Proposal[] {
  const ids = new Set(blocks.map(({ id }) => id))
  return rows.map((row) => presentProposal(row, blocks, ids))
}

function presentProposal(row: ProposalRow, blocks: readonly WrittenBlock[], ids: ReadonlySet<string>): Proposal {
  const isConflict = row.state === 'open' && applyProposal(blocks, toPlaced(row)).kind === 'conflict'
  const state = isConflict ? 'conflict' : row.state
  const reason = isConflict ? 'changed_since' : row.reason
  return {
    id: row.id,
    message_id: row.message_id,
    kind: row.kind,
    state,
    before: row.before.length === 0 ? null : proposalText(row.before),
    after: row.state === 'unplaced' ? row.markdown : row.after.length === 0 ? null : proposalText(row.after),
    before_blocks: row.before,
    after_blocks: row.after,
    above: row.above.find((id) => ids.has(id)) ?? null,
    ...(reason !== null && { reason }),
    created_at: row.created_at,
  }
}
