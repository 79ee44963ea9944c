import type { OwnAssistant, OwnProposal } from '@parvis/contract'
import { History, Pencil, Send, Trash2, UserRoundCog, UsersRound } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { Link } from '../../../router/Link.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'
import styles from './OwnAssistants.module.css'
import { proposalWords, sharedWords } from './sharing-words.ts'

export type OwnAssistantAction = 'edit' | 'share' | 'propose' | 'handOver' | 'remove'

interface OwnAssistantRowProps {
  assistant: OwnAssistant
  onAction: (deed: OwnAssistantAction) => void
  onWithdraw: (proposal: OwnProposal) => void
}

/** Row of an assistant of the person's own: its description, who can use it, and its actions. */
export function OwnAssistantRow({ assistant, onAction, onWithdraw }: OwnAssistantRowProps) {
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
              { id: 'handOver', label: 'Transmettre à quelqu’un…', icon: <UserRoundCog aria-hidden />, onAction: () => onAction('handOver') },
              { id: 'remove', label: 'Supprimer…', icon: <Trash2 aria-hidden />, tone: 'danger', onAction: () => onAction('remove') },
            ]}
          />
        )}
      </div>
    </li>
  )
}
