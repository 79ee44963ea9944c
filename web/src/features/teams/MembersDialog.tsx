import { routes, type Team, type TeamMember, type TeamRole } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { invalidate, queryFor } from '../../api/queries.ts'
import { call, useUser } from '../../api/browser.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, focusTitleAfterDialog } from '../../ui/overlays/Dialog.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { AddMembers, teamRoles } from './AddMembers.tsx'
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx'
import styles from './TeamsPage.module.css'

interface MembersDialogProps {
  team: Team
  onClose: () => void
  /** Called with a success sentence when the current user has left the team. */
  onLeft: (sentence: string) => void
}

/** Dialog of the members of a team. Managers and administrators can change them; members can only read them. */
export function MembersDialog({ team, onClose, onLeft }: MembersDialogProps) {
  const user = useUser()
  const announce = useAnnounce()
  const { data, error, isFetching, refetch } = useQuery(queryFor(routes.teams.members, { params: { id: team.id } }))
  const [failure, setFailure] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const [removed, setRemoved] = useState<TeamMember | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const confirmLeave = useUnsaved(isChoosing)
  const close = () => confirmLeave(onClose)
  // From the list: a manager who gives up that role can no longer change members.
  const ownMembership = data?.find(({ user_id }) => user_id === user.id)
  const canChange = user.is_admin || (data === undefined ? team.role === 'manager' : ownMembership?.role === 'manager')

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
  function showAdded(sentence: string) {
    setFailure(null)
    setDone(sentence)
  }
  function showRemoved({ user_id }: TeamMember, sentence: string) {
    setFailure(null)
    if (user_id !== user.id || user.is_admin) return setDone(sentence)
    onClose()
    onLeft(sentence)
    focusTitleAfterDialog()
  }

  return (
    <Dialog isOpen onClose={close} title={`Membres de «\u00a0${team.name}\u00a0»`} actions={<Button onPress={close}>Fermer</Button>}>
      <div className={styles.form}>
        {canChange && <AddMembers team={team} members={data ?? []} onAdded={showAdded} onFailure={setFailure} onChoosing={setChoosing} />}
        {failure && <Banner tone="error">{failure}</Banner>}
        <Notice sentence={done} onDismiss={() => setDone(null)} />
        {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de charger les membres.')}</ErrorMessage>}
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
            onDone={(sentence) => showRemoved(removed, sentence)}
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
          <Select label={`Rôle de ${name}`} isLabelHidden isAction options={teamRoles} value={role} onChange={(next) => onRole(next as TeamRole)} />
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
