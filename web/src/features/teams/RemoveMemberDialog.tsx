import { routes, type Team, type TeamMember } from '@parvis/contract'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { invalidate } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

interface RemoveMemberDialogProps {
  team: Pick<Team, 'id' | 'name'>
  member: Pick<TeamMember, 'user_id' | 'name'>
  /** The current user leaves the team: they cannot come back on their own. */
  isOwn: boolean
  onClose: () => void
  /** Called with a success sentence. */
  onDone: (sentence: string) => void
}

/** Confirms removing a member or leaving the team; says which access is lost. */
export function RemoveMemberDialog({ team, member, isOwn, onClose, onDone }: RemoveMemberDialogProps) {
  const service = `service «\u00a0${team.name}\u00a0»\u00a0?`
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={isOwn ? `Quitter le ${service}` : `Retirer ${member.name} du ${service}`}
      confirmLabel={isOwn ? 'Quitter' : 'Retirer'}
      pendingLabel="Retrait…"
      describeError={(error) => sentenceOf(error, 'Cela n’a pas pu être enregistré. Veuillez réessayer.')}
      onConfirm={async () => {
        try {
          const { message } = await call(routes.teams.removeMember, { params: { id: team.id, user_id: member.user_id } })
          onDone(message)
        } finally {
          // Awaited, so that the row is gone when the focus returns to the list.
          await invalidate(routes.teams.removeMember)
        }
      }}
    >
      {isOwn
        ? 'Ce qui ne vous est ouvert que par ce service ne le sera plus. Pour y revenir, demandez à un responsable du service ou à un administrateur.'
        : 'Ce qui n’est ouvert à cette personne que par ce service ne le sera plus. Son compte reste, avec ce qui est à elle.'}
    </ConfirmDialog>
  )
}
