import type { Proposal, WrittenBlock } from '@parvis/contract'
import { Check, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { DifferenceKey } from '../../ui/content/TextDifference.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { formatNumber, plural } from '../../ui/words/formats.ts'
import { passagesOf, type ProposalPassage } from './passages.ts'
import { proposalCountText } from './proposal-words.ts'
import { ProposalItem } from './ProposalItem.tsx'
import styles from './Proposals.module.css'
import type { ProposalDecisions } from './use-proposals.ts'

interface ProposalListProps {
  proposals: readonly Proposal[]
  /** Present text of the document. */
  blocks: readonly WrittenBlock[]
  decisions: ProposalDecisions
  isReadOnly: boolean
}

/** Complete list of the changes proposed to a document: what each one changes, and the decisions. It does not need the editor. */
export function ProposalList({ proposals, blocks, decisions, isReadOnly }: ProposalListProps) {
  const list = useRef<HTMLElement>(null)
  const passages = passagesOf(proposals, blocks)
  const pending = passages.flatMap((passage) => passage.proposals)
  const placedCount = passages.filter(({ isUnplaced }) => !isUnplaced).length
  const decidedText = decidedCountText(proposals)

  /** Moves the focus to what follows the decided proposals, which leave the list with the pressed button. */
  function focusNext(ids: readonly string[]) {
    const at = pending.findIndex(({ id }) => id === ids[0])
    const next = pending.slice(at).find(({ id }) => !ids.includes(id)) ?? pending.slice(0, at).findLast(({ id }) => !ids.includes(id))
    requestAnimationFrame(() => {
      const item = next && list.current?.querySelector<HTMLElement>(`[data-proposal="${next.id}"]`)
      ;(item ?? list.current)?.focus()
    })
  }
  const decide = async (ids: readonly string[], decision: () => Promise<boolean>) => {
    if (await decision()) focusNext(ids)
  }

  return (
    <section ref={list} tabIndex={-1} className={styles.list} aria-label="Modifications proposées">
      <Notice tone="error" sentence={decisions.failure} onDismiss={decisions.dismissFailure} />
      {pending.length === 0 ? (
        <EmptyState motif="document" title="Aucune modification en attente">
          {decidedText ?? 'Demandez un changement à l’assistant\u00a0: ce qu’il propose apparaît ici, et vous décidez.'}
        </EmptyState>
      ) : (
        <>
          <div className={styles.bar}>
            <p className={styles.count}>{proposalCountText(pending.length)}</p>
            {!isReadOnly && <GroupActions proposals={pending} decisions={decisions} decide={decide} />}
          </div>
          <DifferenceKey removed="supprimé" />
          {passages.map((passage) => (
            <PassageGroup key={passage.key} passage={passage} isAlone={passages.length === 1}>
              {!isReadOnly && placedCount > 1 && passage.proposals.length > 1 && (
                <GroupActions proposals={passage.proposals} passage={titleOf(passage)} decisions={decisions} decide={decide} />
              )}
              <ol className={styles.items}>
                {passage.proposals.map((proposal) => (
                  <ProposalItem
                    key={proposal.id}
                    proposal={proposal}
                    position={pending.indexOf(proposal) + 1}
                    blocks={blocks}
                    decisions={decisions}
                    decide={decide}
                    isReadOnly={isReadOnly}
                  />
                ))}
              </ol>
            </PassageGroup>
          ))}
          {decidedText !== null && <p className={styles.note}>{decidedText}</p>}
        </>
      )}
    </section>
  )
}

const titleOf = ({ title, isUnplaced }: ProposalPassage): string => (isUnplaced ? 'Sans place dans le document' : (title ?? 'Au début du document'))

function PassageGroup({ passage, isAlone, children }: { passage: ProposalPassage; isAlone: boolean; children: React.ReactNode }) {
  // A single group needs no title, unless its proposals have no place.
  if (isAlone && !passage.isUnplaced) return children
  return (
    <section className={styles.passage} aria-label={titleOf(passage)}>
      <h3 className={styles.passageTitle}>{titleOf(passage)}</h3>
      {children}
    </section>
  )
}

interface GroupActionsProps {
  proposals: readonly Proposal[]
  /** Name of the passage; absent for the whole document. */
  passage?: string
  decisions: ProposalDecisions
  decide: (ids: readonly string[], decision: () => Promise<boolean>) => Promise<void>
}

/** ProposalDecisions on several proposals at once. Those in conflict or without place can only be refused together. */
function GroupActions({ proposals, passage, decisions, decide }: GroupActionsProps) {
  const ids = proposals.map(({ id }) => id)
  const openIds = proposals.filter(({ state }) => state === 'open').map(({ id }) => id)
  const where = passage === undefined ? '' : `, dans «\u00a0${passage}\u00a0»`
  if (passage === undefined && ids.length === 1) return null
  return (
    <div className={styles.actions}>
      {openIds.length > 0 && (
        <Button
          size="s"
          variant={passage === undefined ? 'primary' : 'quiet'}
          icon={<Check aria-hidden />}
          isDisabled={decisions.isBusy}
          {...(passage !== undefined && { 'aria-label': `Tout accepter${where}` })}
          onPress={() => void decide(openIds, () => decisions.acceptAll(openIds))}
        >
          {openIds.length === ids.length ? 'Tout accepter' : `Tout accepter (${formatNumber(openIds.length)})`}
        </Button>
      )}
      <Button
        size="s"
        variant={passage === undefined ? 'secondary' : 'quiet'}
        icon={<X aria-hidden />}
        isDisabled={decisions.isBusy}
        {...(passage !== undefined && { 'aria-label': `Tout refuser${where}` })}
        onPress={() => void decide(ids, () => decisions.refuseAll(ids))}
      >
        Tout refuser
      </Button>
    </div>
  )
}

/** « 2 acceptées, 1 refusée »; null when nothing was decided. */
function decidedCountText(proposals: readonly Proposal[]): string | null {
  const accepted = proposals.filter(({ state }) => state === 'accepted').length
  const refused = proposals.filter(({ state }) => state === 'refused').length
  if (accepted + refused === 0) return null
  const counts = [accepted > 0 && plural(accepted, 'acceptée'), refused > 0 && plural(refused, 'refusée')].filter(Boolean)
  return `Déjà décidées\u00a0: ${counts.join(', ')}.`
}
