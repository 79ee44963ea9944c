import type { Proposal, WrittenBlock } from '@parvis/contract'
import { toMarkdown } from '@parvis/written-document'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { PlainBlocks } from '../ComparedBlocks.tsx'
import { editedBlocks } from './edited-blocks.ts'
import styles from './Proposals.module.css'
import type { ProposalDecisions } from './use-proposals.ts'

interface ConflictChoiceProps {
  proposal: Proposal
  blocks: readonly WrittenBlock[]
  decisions: ProposalDecisions
  decide: (ids: readonly string[], decision: () => Promise<boolean>) => Promise<void>
  isReadOnly: boolean
}

/** A passage that changed since the proposal: the present text, the proposed text and one of the person, side by side. */
export function ConflictChoice({ proposal, blocks, decisions, decide, isReadOnly }: ConflictChoiceProps) {
  const { id, kind, before_blocks, after_blocks } = proposal
  const formerIds = new Set(before_blocks.map((block) => block.id))
  const present = blocks.filter((block) => formerIds.has(block.id))
  const [text, setText] = useState(() => toMarkdown(present.length > 0 ? present : after_blocks))
  const hasPlace = present.length > 0
  const acts = { isDisabled: decisions.isBusy, size: 's' } as const
  return (
    <>
      <div className={styles.sides}>
        <section className={styles.side} aria-label="Texte d’aujourd’hui">
          <p className={styles.kind}>Texte d’aujourd’hui</p>
          {hasPlace ? <PlainBlocks blocks={present} /> : <p className={styles.note}>Ce passage a été supprimé.</p>}
          {!isReadOnly && (
            <Button {...acts} onPress={() => void decide([id], () => decisions.refuse(id))}>
              {hasPlace ? 'Garder ce texte' : 'Laisser ainsi'}
            </Button>
          )}
        </section>
        <section className={styles.side} aria-label="Texte proposé">
          <p className={styles.kind}>Texte proposé</p>
          {kind === 'delete' ? <p className={styles.note}>Supprimer ce passage.</p> : <PlainBlocks blocks={after_blocks} />}
          {!isReadOnly &&
            (hasPlace ? (
              <Button {...acts} onPress={() => void decide([id], () => decisions.accept(id, after_blocks))}>
                {kind === 'delete' ? 'Supprimer' : 'Prendre ce texte'}
              </Button>
            ) : (
              after_blocks.length > 0 && <CopyButton text={toMarkdown(after_blocks)} label="Copier le texte proposé" copiedAnnouncement="Texte copié" />
            ))}
        </section>
        {hasPlace && kind !== 'delete' && !isReadOnly && (
          <form
            className={styles.side}
            aria-label="Votre texte"
            onSubmit={(event) => {
              event.preventDefault()
              if (text.trim() !== '') void decide([id], () => decisions.accept(id, editedBlocks(text, present)))
            }}
          >
            <TextArea label="Votre texte" rows={5} value={text} onChange={setText} isReadOnly={decisions.isBusy} />
            <Button {...acts} type="submit" isDisabled={decisions.isBusy || text.trim() === ''}>
              Prendre votre texte
            </Button>
          </form>
        )}
      </div>
    </>
  )
}
