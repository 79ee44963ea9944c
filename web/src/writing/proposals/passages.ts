import type { Proposal, WrittenBlock } from '@parvis/contract'
import { blockText } from '@parvis/written-document'

/** Proposals under one heading of the document. `title`: its text; null above the first heading, and for those without place. */
export interface ProposalPassage {
  key: string
  title: string | null
  isUnplaced: boolean
  proposals: Proposal[]
}

/** States of the proposals that wait for a decision. */
const pendingStates: readonly Proposal['state'][] = ['open', 'conflict', 'unplaced']

export const isPending = ({ state }: Pick<Proposal, 'state'>): boolean => pendingStates.includes(state)

/** Groups the proposals that wait for a decision by the heading above them, in the order of the document. Those without place come last. */
export function passagesOf(proposals: readonly Proposal[], blocks: readonly WrittenBlock[]): ProposalPassage[] {
  const positions = new Map(blocks.map(({ id }, at) => [id, at]))
  const passages = new Map<number, ProposalPassage>()
  const unplaced: Proposal[] = []
  const placed = proposals.filter(isPending).flatMap((proposal) => {
    const at = positionOf(proposal, positions)
    if (proposal.state === 'unplaced' || at === null) unplaced.push(proposal)
    return proposal.state === 'unplaced' || at === null ? [] : [{ proposal, at }]
  })
  for (const { proposal, at } of placed.toSorted((a, b) => a.at - b.at)) {
    const heading = blocks.findLastIndex(({ kind }, index) => kind === 'heading' && index <= at)
    const title = heading === -1 ? null : blockText(blocks[heading]!)
    const passage = passages.get(heading) ?? { key: String(heading), title, isUnplaced: false, proposals: [] }
    passage.proposals.push(proposal)
    passages.set(heading, passage)
  }
  return [...passages.values(), ...(unplaced.length > 0 ? [{ key: 'unplaced', title: null, isUnplaced: true, proposals: unplaced }] : [])]
}

/** Position of what a proposal changes in the present document; -1 for an insertion at its beginning; null when nothing of it is left. */
function positionOf({ kind, before_blocks, above, state }: Proposal, positions: ReadonlyMap<string, number>): number | null {
  if (kind === 'insert') return above !== null ? (positions.get(above) ?? null) : state === 'conflict' ? null : -1
  const found = before_blocks.map(({ id }) => positions.get(id)).filter((at) => at !== undefined)
  return found[0] ?? null
}
