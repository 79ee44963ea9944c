import { routes, type OwnAssistant, type OwnProposal } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Copy, History, ListChecks, Pencil, Plus, Send, Trash2, UserRoundCog, UsersRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { invalidate, queryFor } from '../../../api/queries.ts'
import { call, useUser } from '../../../api/browser.ts'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { useNewsSeen } from '../../../chat/news/EntryCount.tsx'
import { Notice, type NoticeContent } from '../../../ui/feedback/Notice.tsx'
import { Button } from '../../../ui/Button.tsx'
import { focusTitleAfterDialog } from '../../../ui/overlays/Dialog.tsx'
import { PageTitle } from '../../../ui/content/PageTitle.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Proposals } from '../proposals/Proposals.tsx'
import { OwnAssistantDialogs, type OwnAssistantDialog, type OwnAssistantAction } from './OwnAssistantDialogs.tsx'
import { ChangedCitations } from '../../../chat/references/ChangedCitations.tsx'
import styles from './OwnAssistants.module.css'
import { paths } from '../../../paths.ts'
import { Link } from '../../../router/Link.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'
import { proposalWords, sharedWords } from './sharing-words.ts'

/** « Mes assistants »: the person's own assistants, which can be shared and proposed. */
export function OwnAssistantsPage() {
  const { is_admin } = useUser()
  const { data, error, isFetching, refetch } = useQuery({ ...queryFor(routes.ownAssistants.list), staleTime: 0 })
  useNewsSeen('refusals', data !== undefined)
  const [dialog, setDialog] = useState<OwnAssistantDialog | null>(null)
  const [notice, setNotice] = useState<NoticeContent | null>(null)
  const openCreation = () => setDialog({ action: 'create' })

  function done(sentence: string) {
    setNotice({ tone: 'success', sentence })
    void invalidate(routes.ownAssistants.update)
  }

  const isWithdrawing = useRef(false)
  async function withdraw({ id }: OwnAssistant, proposal: OwnProposal) {
    // The second click of a double click would fail with nothing left to withdraw.
    if (isWithdrawing.current) return
    isWithdrawing.current = true
    try {
      await call(routes.ownAssistants.withdraw, { params: { id, proposal_id: proposal.id } })
      if (proposal.refused_at === null) setNotice({ tone: 'success', sentence: 'La proposition est retirée.' })
      // The pressed button has disappeared with the proposal.
      focusTitleAfterDialog()
    } catch (failure) {
      setNotice({ tone: 'error', sentence: sentenceOf(failure, 'La proposition n’a pas pu être retirée. Veuillez réessayer.') })
    }
    await invalidate(routes.ownAssistants.withdraw)
    isWithdrawing.current = false
  }

  return (
    <div className={styles.page}>
      <PageTitle
        lead="Vous seul les voyez, tant que vous ne les partagez pas."
        actions={
          <>
            <Button icon={<Copy aria-hidden />} onPress={() => setDialog({ action: 'copy' })} aria-label="Copier un assistant">
              Copier
            </Button>
            <Button variant="primary" icon={<Plus aria-hidden />} onPress={openCreation}>
              Créer un assistant
            </Button>
          </>
        }
      >
        Mes assistants
      </PageTitle>
      <Notice key={notice?.sentence} {...notice} onDismiss={() => setNotice(null)} />
      {/* Administrators see their proposals on the administration page of the catalogue. */}
      {!is_admin && <Proposals title="Proposés à vos services" onDone={done} />}
      {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de charger vos assistants.')}</ErrorMessage>}
      {!data && !error && <Skeleton shape="rows" count={3} label="Chargement de vos assistants…" />}
      {data && data.length === 0 && (
        <EmptyState
          motif="conversation"
          title="Aucun assistant à vous pour le moment"
          action={<Button onPress={openCreation}>Créer votre premier assistant</Button>}
        >
          Donnez-lui des instructions que vous répétez souvent&nbsp;: il les suivra dans chaque conversation. Vous pouvez aussi partir d’une copie.
        </EmptyState>
      )}
      <ChangedCitations kind="assistant" listed={data ?? []} />
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((assistant) => (
            <OwnAssistantRow
              key={assistant.id}
              assistant={assistant}
              onAction={(action) => setDialog({ action, assistant })}
              onWithdraw={(proposal) => void withdraw(assistant, proposal)}
            />
          ))}
        </ul>
      )}
      <OwnAssistantDialogs dialog={dialog} onClose={() => setDialog(null)} onDone={done} />
    </div>
  )
}

interface OwnAssistantRowProps {
  assistant: OwnAssistant
  onAction: (action: OwnAssistantAction) => void
  onWithdraw: (proposal: OwnProposal) => void
}

/** Row of an assistant of the person's own: its description, who can use it, and its actions. */
function OwnAssistantRow({ assistant, onAction, onWithdraw }: OwnAssistantRowProps) {
  const { id, name, description, icon, is_own, owner_name, suspended_at, suspension_reason, proposals } = assistant
  const words = is_own ? sharedWords(assistant) : `De ${owner_name}\u00a0: vous pouvez le modifier`
  const tone = suspended_at !== null ? 'danger' : words === 'Privé' ? 'neutral' : 'primary'
  return (
    <li>
      <span className={styles.icon} aria-hidden>
        <Icon name={icon} />
      </span>
      <div className={styles.words}>
        <h2 className={styles.name}>
          <Link to={paths.chatbotAssistant({ assistant: id })}>{name}</Link>
        </h2>
        <p className={styles.description}>{description}</p>
        <p className={styles.standing}>
          <Badge tone={tone}>{words}</Badge>
        </p>
        {suspension_reason !== null && (
          <p className={styles.told}>
            Suspendu par un administrateur&nbsp;: {suspension_reason} <TextButton onPress={() => onAction('propose')}>Demander qu’il soit rouvert</TextButton>
          </p>
        )}
        {proposals
          .filter(({ refusal_reason }) => suspension_reason === null || refusal_reason !== suspension_reason)
          .map((proposal) => (
            <p key={proposal.id} className={styles.told}>
              {proposalWords(proposal)}{' '}
              <TextButton onPress={() => onWithdraw(proposal)}>{proposal.refused_at === null ? 'Retirer' : 'Effacer ce message'}</TextButton>
            </p>
          ))}
      </div>
      <div className={styles.actions}>
        <IconButton icon={Pencil} label={`Modifier ${name}`} onPress={() => onAction('edit')} />
        {is_own && (
          <Menu
            label={`Actions pour ${name}`}
            entries={[
              { id: 'share', label: 'Partager…', icon: <UsersRound aria-hidden />, onAction: () => onAction('share') },
              { id: 'propose', label: 'Proposer à tous ou à un service…', icon: <Send aria-hidden />, onAction: () => onAction('propose') },
              { id: 'versions', label: 'Versions', icon: <History aria-hidden />, href: paths.ownAssistantVersions(id) },
              { id: 'tests', label: 'Contrôles', icon: <ListChecks aria-hidden />, href: paths.assistantTests(id) },
              { id: 'handOver', label: 'Transmettre à quelqu’un…', icon: <UserRoundCog aria-hidden />, onAction: () => onAction('handOver') },
              { id: 'remove', label: 'Supprimer…', icon: <Trash2 aria-hidden />, tone: 'danger', onAction: () => onAction('remove') },
            ]}
          />
        )}
      </div>
    </li>
  )
}
