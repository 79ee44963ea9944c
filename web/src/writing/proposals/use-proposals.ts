import { routes, type Proposal, type SentBlock, type WrittenDocument } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/browser.ts'
import { invalidateUnder, keyOf, queryClient, queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { decisionText } from './proposal-words.ts'

const listOf = (id: string) => queryFor(routes.proposals.list, { params: { id } })

/** Reads the proposals of a document again: the server places those of the replies that have ended. @throws {ApiError} */
export const refreshProposals = (id: string): Promise<Proposal[]> => queryClient.fetchQuery({ ...listOf(id), staleTime: 0 })

export type ProposalDecisions = ReturnType<typeof useDecisions>

/** Proposals of a document, in the order in which replies made them. */
export const useProposals = (id: string) => useQuery({ ...listOf(id), staleTime: 0 })

/**
 * ProposalDecisions of the person on the proposals of a document.
 * @param onDecided called with the document as a decision leaves it
 * @param beforeDeciding resolves once what the person typed is saved: a decision applies to the saved text
 */
export function useDecisions(id: string, onDecided: (document: WrittenDocument) => void, beforeDeciding: () => Promise<void>) {
  const announce = useAnnounce()
  const [pendingIds, setPendingIds] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<string | null>(null)

  async function run(ids: readonly string[], decide: () => Promise<{ proposals: Proposal[]; document: WrittenDocument }>): Promise<boolean> {
    setPendingIds(new Set(ids))
    setFailure(null)
    try {
      await beforeDeciding()
      const { proposals, document } = await decide()
      const decided = new Map(proposals.map((proposal) => [proposal.id, proposal]))
      queryClient.setQueryData<Proposal[]>(keyOf(routes.proposals.list, { params: { id } }), (list) => list?.map((one) => decided.get(one.id) ?? one))
      onDecided(document)
      announce(decisionText(proposals))
      return true
    } catch (error) {
      setFailure(sentenceOf(error, 'Votre choix n’a pas pu être enregistré. Rien n’a changé\u00a0; veuillez réessayer.'))
      return false
    } finally {
      setPendingIds(new Set())
      // The state of the other proposals depends on the text, and the lists show how many wait.
      void invalidateUnder(['/written-documents'])
    }
  }
  const one = ({ proposal, document }: { proposal: Proposal; document: WrittenDocument }) => ({ proposals: [proposal], document })

  return {
    failure,
    dismissFailure: () => setFailure(null),
    isBusy: pendingIds.size > 0,
    isPending: (proposal_id: string) => pendingIds.has(proposal_id),
    /** Accepts a proposal, as it is or with another text. @returns whether it was accepted */
    accept: (proposal_id: string, blocks?: SentBlock[]) =>
      run([proposal_id], async () => one(await call(routes.proposals.accept, { params: { id, proposal_id }, body: blocks === undefined ? {} : { blocks } }))),
    refuse: (proposal_id: string) => run([proposal_id], async () => one(await call(routes.proposals.refuse, { params: { id, proposal_id }, body: {} }))),
    acceptAll: (ids: readonly string[]) => run(ids, () => call(routes.proposals.acceptAll, { params: { id }, body: { ids: [...ids] } })),
    refuseAll: (ids: readonly string[]) => run(ids, () => call(routes.proposals.refuseAll, { params: { id }, body: { ids: [...ids] } })),
  }
}
