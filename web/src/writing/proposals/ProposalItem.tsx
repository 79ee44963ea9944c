import type { Proposal, WrittenBlock } from '@parvis/contract'
import { toMarkdown } from '@parvis/written-document'
import { Check, Pencil, TriangleAlert, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { blockStart, ComparedBlocks } from '../ComparedBlocks.tsx'
import { ConflictChoice } from './ConflictChoice.tsx'
import { editedBlocks } from './edited-blocks.ts'
import { reasonSentences, unplacedText } from './proposal-words.ts'
import styles from './Proposals.module.css'
import type { ProposalDecisions } from './use-proposals.ts'

interface ProposalItemProps {
  proposal: Proposal
  /** Position in the list, from 1. */
  position: number
  blocks: readonly WrittenBlock[]
  decisions: ProposalDecisions
  /** Runs a decision, then moves the focus to what follows. */
  decide: (ids: readonly string[], decision: () => Promise<boolean>) => Promise<void>
  isReadOnly: boolean
}

const kindNames = { replace: 'Remplacement', insert: 'Ajout', delete: 'Suppression' } as const

/** A proposed change: its text compared with the present one, and what can be decided about it. */
export function ProposalItem({ proposal, position, blocks, decisions, decide, isReadOnly }: ProposalItemProps) {
  const titleId = useId()
  const { id, kind, state, reason } = proposal
  return (
    <li>
      <article data-proposal={id} tabIndex={-1} aria-labelledby={titleId} className={styles.proposal} data-state={state}>
        <div className={styles.head}>
          <p id={titleId} className={styles.kind}>{`${position}. ${kindNames[kind]}`}</p>
          {kind === 'insert' && state !== 'unplaced' && <span className={styles.where}>{insertionWords(proposal, blocks)}</span>}
          {state === 'conflict' && (
            <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
              Passage modifié depuis
            </Badge>
          )}
        </div>
        {reason !== undefined && <p className={styles.reason}>{reasonSentences[reason]}</p>}
        {state === 'unplaced' ? (
          <Unplaced proposal={proposal} decisions={decisions} decide={decide} isReadOnly={isReadOnly} />
        ) : state === 'conflict' ? (
          <ConflictChoice proposal={proposal} blocks={blocks} decisions={decisions} decide={decide} isReadOnly={isReadOnly} />
        ) : (
          <OpenProposal proposal={proposal} position={position} decisions={decisions} decide={decide} isReadOnly={isReadOnly} />
        )}
      </article>
    </li>
  )
}

function insertionWords({ above }: Proposal, blocks: readonly WrittenBlock[]): string {
  const block = blocks.find(({ id }) => id === above)
  return block === undefined ? 'au début du document' : `après «\u00a0${blockStart(block, 40)}\u00a0»`
}

type DecidedProps = Pick<ProposalItemProps, 'proposal' | 'decisions' | 'decide' | 'isReadOnly'>

function OpenProposal({ proposal, position, decisions, decide, isReadOnly }: DecidedProps & { position: number }) {
  const [isEditing, setEditing] = useState(false)
  const { id, kind } = proposal
  const name = `la modification ${position}`
  if (isEditing)
    return (
      <EditedProposal
        proposal={proposal}
        isPending={decisions.isPending(id)}
        onCancel={() => setEditing(false)}
        onAccept={(text) => void decide([id], () => decisions.accept(id, editedBlocks(text, proposal.after_blocks)))}
      />
    )
  return (
    <>
      <ComparedBlocks before={proposal.before_blocks} after={proposal.after_blocks} />
      {!isReadOnly && (
        <div className={styles.actions}>
          <Button
            size="s"
            icon={<Check aria-hidden />}
            aria-label={`Accepter ${name}`}
            isPending={decisions.isPending(id)}
            isDisabled={decisions.isBusy && !decisions.isPending(id)}
            onPress={() => void decide([id], () => decisions.accept(id))}
          >
            Accepter
          </Button>
          <Button
            size="s"
            variant="quiet"
            icon={<X aria-hidden />}
            aria-label={`Refuser ${name}`}
            isDisabled={decisions.isBusy}
            onPress={() => void decide([id], () => decisions.refuse(id))}
          >
            Refuser
          </Button>
          {kind !== 'delete' && (
            <Button
              size="s"
              variant="quiet"
              icon={<Pencil aria-hidden />}
              aria-label={`Modifier avant d’accepter, ${name}`}
              isDisabled={decisions.isBusy}
              onPress={() => setEditing(true)}
            >
              Modifier avant d’accepter
            </Button>
          )}
        </div>
      )}
    </>
  )
}

interface EditedProposalProps {
  proposal: Proposal
  isPending: boolean
  onCancel: () => void
  onAccept: (text: string) => void
}

/** The proposed text, in Markdown, to change before it is accepted. */
function EditedProposal({ proposal, isPending, onCancel, onAccept }: EditedProposalProps) {
  const [text, setText] = useState(() => toMarkdown(proposal.after_blocks))
  const isBlank = text.trim() === ''
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBlank) onAccept(text)
      }}
    >
      <TextArea
        label="Texte à accepter"
        rows={Math.min(14, Math.max(4, Math.ceil(text.length / 60)))}
        value={text}
        onChange={setText}
        isReadOnly={isPending}
        autoFocus
        error={isBlank ? 'Écrivez le texte, ou refusez la modification' : undefined}
      />
      <div className={styles.actions}>
        <Button size="s" type="submit" variant="primary" icon={<Check aria-hidden />} isPending={isPending}>
          Accepter ce texte
        </Button>
        <Button size="s" variant="quiet" isDisabled={isPending} onPress={onCancel}>
          Annuler
        </Button>
      </div>
    </form>
  )
}

/** A change that has no safe place: its text can be copied where the person wants it. */
function Unplaced({ proposal, decisions, decide, isReadOnly }: DecidedProps) {
  const text = unplacedText(proposal)
  return (
    <>
      {text !== '' && (
        <div className={styles.unplaced}>
          <p>{text}</p>
          <CopyButton text={text} label="Copier ce texte" copiedAnnouncement="Texte copié" />
        </div>
      )}
      {!isReadOnly && (
        <div className={styles.actions}>
          <Button
            size="s"
            icon={<X aria-hidden />}
            isDisabled={decisions.isBusy}
            onPress={() => void decide([proposal.id], () => decisions.refuse(proposal.id))}
          >
            Retirer de la liste
          </Button>
        </div>
      )}
    </>
  )
}
