import type { Proposal, SentBlock, WrittenBlock, WrittenDocument } from '@parvis/contract'
import { applyProposal, type PlacedProposal } from '@parvis/written-document'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../platform/db/retry-transaction.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { nextUpdate } from '../../../platform/errors/stale-write.ts'
import { applyQuotas } from '../../quotas/storage-quotas.ts'
import { lockForWriting, requireWrittenDocument } from '../queries.ts'
import { saveIfChanged, saveVersion } from '../save-version.ts'
import { blockColumns, identifyBlocks } from '../write-document.ts'
import { presentProposals, selectProposals, toPlaced, type ProposalRow } from './proposals.ts'

type DecideContext = Pick<Context, 'db' | 'config' | 'now'>

interface Decision {
  document_id: string
  person_id: string
  ids: readonly string[]
}

interface Decided {
  proposals: Proposal[]
  document: WrittenDocument
}

/** Reads the open proposals of these ids, in their order. @throws {AppError} `request.not_found`, `written_documents.decided`, `written_documents.unplaced` */
async function readOpen(trx: Db, document_id: string, ids: readonly string[], allowsUnplaced: boolean): Promise<ProposalRow[]> {
  const rows = await selectProposals(trx, document_id).where('p.id', 'in', ids).execute()
  if (rows.length !== new Set(ids).size) throw notFound()
  if (rows.some(({ state }) => state === 'accepted' || state === 'refused')) throw new AppError('written_documents.decided')
  if (!allowsUnplaced && rows.some(({ state }) => state === 'unplaced')) throw new AppError('written_documents.unplaced')
  return rows
}

/**
 * Accepts proposals, in their order, as one version; what was written since the latest version becomes one first. Those whose blocks have changed are left
 * open. The document takes the level of the documents that the replies were written from.
 * @param edited text of the person for a single proposal, which then also replaces blocks that have changed
 * @throws {AppError} `request.not_found`, `written_documents.read_only`, `written_documents.decided`, `written_documents.unplaced`; for a single proposal
 *   `written_documents.conflict`; `written_documents.too_long`, `written_documents.quota`
 */
export function acceptProposals(context: DecideContext, { document_id, person_id, ids }: Decision, edited?: readonly SentBlock[]): Promise<Decided> {
  const written = edited === undefined ? undefined : identifyBlocks(edited)
  return inTransaction(context.db, async (trx) => {
    const document = await lockForWriting(trx, document_id, person_id)
    const rows = await readOpen(trx, document_id, ids, false)
    await applyQuotas(trx, context.config.quotas)
    let { blocks } = document
    const accepted: ProposalRow[] = []
    for (const row of rows) {
      const placed = written === undefined ? toPlaced(row) : withPresentBlocks(toPlaced(row), blocks)
      const application = placed === null ? null : applyProposal(blocks, placed, written)
      if (application?.kind !== 'applied') continue
      blocks = application.blocks as WrittenBlock[]
      accepted.push(row)
    }
    if (accepted.length === 0 && ids.length === 1) throw new AppError('written_documents.conflict')
    if (accepted.length > 0) {
      await saveIfChanged(trx, document, { reason: 'pause', author_id: document.last_author_id, created_at: document.updated_at })
      const updated_at = nextUpdate(context.now(), document.updated_at)
      const level = Math.max(document.min_level, ...accepted.map((row) => row.level))
      await trx
        .updateTable('written_document')
        .set({ ...blockColumns(identifyBlocks(blocks)), min_level: sql`${level}::smallint`, last_author_id: person_id, updated_at })
        .where('id', '=', document_id)
        .execute()
      const { model, assistant } = accepted.at(-1)!
      await saveVersion(trx, { ...document, blocks }, { reason: 'proposition', author_id: person_id, model, assistant, created_at: updated_at })
      await decide(trx, accepted, 'accepted', context.now())
    }
    return present(trx, document_id, person_id, ids)
  })
}

/** Ties a proposal to what is left of its blocks; null when nothing is left. An insertion goes to the end when all its neighbours are deleted. */
function withPresentBlocks(proposal: PlacedProposal, blocks: readonly WrittenBlock[]): PlacedProposal | null {
  if (proposal.kind === 'insert') {
    const last = proposal.isFirst ? [] : blocks.slice(-1).map(({ id }) => id)
    return { ...proposal, above: [...proposal.above, ...last], isFirst: true }
  }
  const ids = new Set(proposal.before.map(({ id }) => id))
  const first = blocks.findIndex(({ id }) => ids.has(id))
  if (first === -1) return null
  let end = first
  while (end < blocks.length && ids.has(blocks[end]!.id)) end += 1
  return { ...proposal, before: blocks.slice(first, end) }
}

/** Refuses proposals, placed or not. @throws {AppError} `request.not_found`, `written_documents.read_only`, `written_documents.decided` */
export function refuseProposals(context: DecideContext, { document_id, person_id, ids }: Decision): Promise<Decided> {
  return inTransaction(context.db, async (trx) => {
    await lockForWriting(trx, document_id, person_id)
    await decide(trx, await readOpen(trx, document_id, ids, true), 'refused', context.now())
    return present(trx, document_id, person_id, ids)
  })
}

async function decide(trx: Db, rows: readonly ProposalRow[], state: 'accepted' | 'refused', now: Date): Promise<void> {
  await trx
    .updateTable('written_document_proposal')
    .set({ state, reason: null, decided_at: now })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}

async function present(trx: Db, document_id: string, person_id: string, ids: readonly string[]): Promise<Decided> {
  const document = await requireWrittenDocument(trx, document_id, person_id)
  const rows = await selectProposals(trx, document_id).where('p.id', 'in', ids).execute()
  return { proposals: presentProposals(rows, document.blocks), document }
}
