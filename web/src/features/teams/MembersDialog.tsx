import { routes, type Team, type TeamMember, type TeamRole } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { invalidate, q } from '../../api/ask.ts'
import { call } from '../../api/browser.ts'
import { useUser } from '../../api/session/session.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { focusTitleAfterDialog } from '../../ui/content/focus-title.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { AddAccount } from '../../layout/grants/AccountField.tsx'
import { useAccountToAdd } from '../../layout/grants/use-account-to-add.ts'
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx'
import styles from './TeamsPage.module.css'

const roles: readonly { id: TeamRole; label: string }[] = [
  { id: 'member', label: 'Membre' },
  { id: 'manager', label: 'Responsable' },
]

interface MembersDialogProps {
  team: Team
  onClose: () => void
  /** Who asks has left the service: told what was done, in a sentence. */
  onLeft: (sentence: string) => void
}

/** Who is in a service: its managers and the administrators change it, its members read it. */
export function MembersDialog({ team, onClose, onLeft }: MembersDialogProps) {
  const user = useUser()
  const announce = useAnnounce()
  const { data, error, isFetching, refetch } = useQuery(q(routes.teams.members, { params: { id: team.id } }))
  const [failure, setFailure] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const [removed, setRemoved] = useState<TeamMember | null>(null)
  // Read from the list: whoever gives up their role here stops changing it.
  const own = data?.find(({ user_id }) => user_id === user.id)
  const canChange = user.is_admin || (data === undefined ? team.role === 'manager' : own?.role === 'manager')

  async function setRole({ user_id, name }: TeamMember, role: TeamRole) {
    setFailure(null)
    setDone(null)
    try {
      await call(routes.teams.setRole, { params: { id: team.id, user_id }, body: { role } })
      announce(`${name} est ${role === 'manager' ? 'responsable' : 'membre'} du service.`)
    } catch (refused) {
      setFailure(sentenceOf(refused, 'Cela n’a pas pu être enregistré. Veuillez réessayer.'))
    }
    await invalidate(routes.teams.setRole)
  }
  function tellRemoved({ user_id }: TeamMember, sentence: string) {
    setFailure(null)
    if (user_id !== user.id || user.is_admin) return setDone(sentence)
    onClose()
    onLeft(sentence)
    focusTitleAfterDialog()
  }

  return (
    <Dialog isOpen onClose={onClose} title={`Membres de «\u00a0${team.name}\u00a0»`} actions={<Button onPress={onClose}>Fermer</Button>}>
      <div className={styles.form}>
        {canChange && <AddMember team={team} />}
        {failure && <Banner tone="error">{failure}</Banner>}
        <Notice sentence={done} onDismiss={() => setDone(null)} />
        {error && <ErrorMessage of={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de charger les membres.')}</ErrorMessage>}
        {!data && !error && <Skeleton shape="rows" count={3} label="Chargement des membres…" />}
        {data?.length === 0 && <p className={styles.quiet}>Personne pour le moment.</p>}
        {data && data.length > 0 && (
          <ul className={styles.members} aria-label="Membres">
            {data.map((member) => (
              <Member
                key={member.user_id}
                member={member}
                isOwn={member.user_id === user.id}
                canChange={canChange}
                onRole={(role) => void setRole(member, role)}
                onRemove={() => setRemoved(member)}
              />
            ))}
          </ul>
        )}
        {removed && (
          <RemoveMemberDialog
            team={team}
            member={removed}
            isOwn={removed.user_id === user.id}
            onClose={() => setRemoved(null)}
            onDone={(sentence) => tellRemoved(removed, sentence)}
          />
        )}
      </div>
    </Dialog>
  )
}

interface MemberProps {
  member: TeamMember
  isOwn: boolean
  canChange: boolean
  onRole: (role: TeamRole) => void
  onRemove: () => void
}

function Member({ member, isOwn, canChange, onRole, onRemove }: MemberProps) {
  const { name, username, role, is_active, is_local, providers } = member
  return (
    <li className={styles.member}>
      <span className={styles.words}>
        <span className={styles.name}>
          {name} {isOwn && <Badge>Vous</Badge>} {!is_active && <Badge tone="warning">Compte désactivé</Badge>}
        </span>
        {username !== name && <span className={styles.note}>{username}</span>}
        {providers.length > 0 && <span className={styles.note}>Mis là par {providers.join(', ')}</span>}
      </span>
      <span className={styles.side}>
        {canChange ? (
          <Select label={`Rôle de ${name}`} isLabelHidden isAction options={roles} value={role} onChange={(next) => onRole(next as TeamRole)} />
        ) : (
          <span className={styles.quiet}>{role === 'manager' ? 'Responsable' : 'Membre'}</span>
        )}
        {(canChange || isOwn) && is_local && (
          <IconButton icon={Trash2} label={isOwn ? 'Quitter ce service' : `Retirer ${name}`} tone="danger" onPress={onRemove} />
        )}
      </span>
    </li>
  )
}

function AddMember({ team }: { team: Team }) {
  const announce = useAnnounce()
  const [role, setRole] = useState<TeamRole>('member')
  const adding = useAccountToAdd(async (account) => {
    const member = await call(routes.teams.addMember, { params: { id: team.id }, body: { account, role } })
    announce(`${member.name} est dans le service.`)
    await invalidate(routes.teams.addMember)
    return member
  }, 'Cela n’a pas pu être enregistré. Veuillez réessayer.')
  return (
    <AddAccount adding={adding} label="Ajouter une personne">
      <Select label="Rôle" options={roles} value={role} onChange={(next) => setRole(next as TeamRole)} />
    </AddAccount>
  )
}
