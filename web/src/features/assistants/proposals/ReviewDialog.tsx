import { routes, type ProposedAssistant, type PendingProposal } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate, queryFor } from '../../../api/queries.ts'
import { call } from '../../../api/browser.ts'
import { ApiError, isStale, sentenceOf } from '../../../api/transport/api-error.ts'
import { useInstance } from '../../../api/use-instance.ts'
import { runRowAction } from '../../../layout/run-row-action.ts'
import { UseFields } from '../../../layout/uses/UseFields.tsx'
import { useDeclaredUse } from '../../../layout/uses/use-declared-use.ts'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { plural } from '../../../ui/words/formats.ts'
import { GateReason } from '../tests/GateReason.tsx'
import { GateState, useGateState } from '../tests/GateState.tsx'
import { ReasonDialog } from '../form/ReasonDialog.tsx'
import { proposedTo } from '../own/sharing-words.ts'
import styles from './Proposals.module.css'

interface ReviewDialogProps {
  proposal: PendingProposal
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Dialog that shows a proposed assistant, to publish or refuse it. */
export function ReviewDialog({ proposal, onClose, onDone }: ReviewDialogProps) {
  const { id, name } = proposal
  const [isRefusing, setRefusing] = useState(false)
  const { publish, failure, isPending, gateReason, setGateReason, use } = usePublication(id, onClose, onDone)
  // The proposal must not be refetched once it is decided, because it no longer exists.
  const enabled = !isPending && !isRefusing
  const { data, error, isFetching, refetch } = useQuery({ ...queryFor(routes.assistantReviews.get, { params: { id } }), enabled, staleTime: 0, gcTime: 0 })

  const gate = useGateState(proposal.assistant_id, enabled)
  const reason = gateReason ?? (gate.data?.needs_reason ? '' : null)

  if (isRefusing)
    return (
      <ReasonDialog
        title={`Refuser «\u00a0${name}\u00a0»\u00a0?`}
        lead="Il reste à son propriétaire, qui pourra le corriger et le proposer à nouveau."
        verb="Refuser"
        onConfirm={(reason) => runRowAction(routes.assistantReviews.publish, () => call(routes.assistantReviews.refuse, { params: { id }, body: { reason } }))}
        onClose={onClose}
        onDone={onDone}
      />
    )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Publier «\u00a0${name}\u00a0»\u00a0?`}
      size="l"
      isBusy={isPending}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            Fermer
          </Button>
          <Button onPress={() => setRefusing(true)} isDisabled={isPending || !data}>
            Refuser…
          </Button>
          <Button
            variant="primary"
            onPress={() => data && void publish(data, refetch)}
            isDisabled={!data || isFetching || !use.isReady}
            isPending={isPending}
            pendingLabel="Publication…"
          >
            Publier
          </Button>
        </>
      }
    >
      <div className={styles.review}>
        {failure && <Banner tone="error">{failure}</Banner>}
        <GateState id={proposal.assistant_id} state={gate} />
        {reason !== null && <GateReason value={reason} onChange={setGateReason} />}
        {use.answers !== null && <UseFields value={use.answers} onChange={use.change} signs={use.signs} error={use.error} />}
        {data ? (
          <ProposedTexts proposed={data} />
        ) : error ? (
          <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de lire cet assistant.')}</ErrorMessage>
        ) : (
          <Skeleton shape="rows" count={4} label="Chargement de l’assistant…" />
        )}
      </div>
    </Dialog>
  )
}

/** Publication of a proposal, with the written reason that its tests may ask for. */
function usePublication(id: string, onClose: () => void, onDone: (sentence: string) => void) {
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  // Null until the server asks for one.
  const [gateReason, setGateReason] = useState<string | null>(null)
  const use = useDeclaredUse()
  const instance = useInstance()

  async function publish(read: ProposedAssistant, refetch: () => Promise<unknown>) {
    if (instance?.use_register === true && !read.use_is_answered && use.answers === null) return use.begin(opinionTexts(read))
    if (!use.check()) return
    setPending(true)
    setFailure(null)
    try {
      const { message } = await call(routes.assistantReviews.publish, {
        params: { id },
        body: {
          expected_updated_at: read.updated_at,
          ...(gateReason?.trim() && { gate_reason: gateReason.trim() }),
          ...(use.answers && { use: use.answers }),
        },
      })
      onDone(message)
      onClose()
    } catch (refusal) {
      setPending(false)
      if (refusal instanceof ApiError && refusal.code === 'assistant_tests.gate') setGateReason((written) => written ?? '')
      const changed = 'Son propriétaire vient de le modifier\u00a0: voici le nouveau texte. Relisez-le avant de publier.'
      setFailure(isStale(refusal) ? changed : sentenceOf(refusal, 'L’assistant n’a pas pu être publié. Rien n’a changé\u00a0; veuillez réessayer.'))
      void refetch()
      void invalidate(routes.assistantReviews.publish)
    }
  }

  return { publish, failure, isPending, gateReason, setGateReason, use }
}

const opinionTexts = ({ name, description, prompt_content, starters, document_categories }: ProposedAssistant) => ({
  name,
  description,
  prompt_content,
  starters,
  document_categories,
})

const filesWords = (count: number, isForEveryone: boolean): string =>
  isForEveryone
    ? `${plural(count, 'fichier')}\u00a0: publié, l’assistant ne les aura plus.`
    : `${plural(count, 'fichier')}\u00a0: les membres du service verront les passages cités, et pourront ouvrir ces fichiers depuis une réponse.`

function ProposedTexts({ proposed }: { proposed: ProposedAssistant }) {
  const { team, owner_name, is_own, suspended_at, file_count } = proposed
  const facts = [
    ['Description', proposed.description],
    ['Instructions (prompt)', proposed.prompt_content],
    ['Questions proposées', proposed.starters.join('\n')],
    ['Documents', proposed.document_categories.join('\n')],
    ['Fichiers de son propriétaire', file_count === 0 ? '' : filesWords(file_count, team === null)],
    ['Catégorie', proposed.category],
    [is_own ? 'Votre mot' : `Mot de ${owner_name}`, proposed.note],
  ] as const
  return (
    <>
      <p>
        Proposé par {is_own ? 'vous' : owner_name}, {proposedTo(team)}.{' '}
        {team === null
          ? 'Publié, il devient l’assistant de l’organisation\u00a0: tout le monde le voit, et seuls les administrateurs le modifient.'
          : 'Publié, les membres du service le voient\u00a0; il reste à son propriétaire, qui pourra le modifier.'}
      </p>
      {suspended_at !== null && <Banner tone="warning">Il est suspendu&nbsp;: le publier lève la suspension.</Banner>}
      <dl className={styles.facts}>
        {facts
          .filter(([, text]) => text !== '')
          .map(([title, text]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
    </>
  )
}
