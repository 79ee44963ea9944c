import { routes, type Team } from '@parvis/contract'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { call } from '../../api/browser.ts'
import { runRowAction } from '../../layout/run-row-action.ts'
import { focusTitleAfterDialog } from '../../ui/content/focus-title.ts'
import { plural } from '../../ui/words/formats.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

/** Confirmation before deleting a team, with the loss of access. */
export function RemoveTeamDialog({ team, onClose, onDone }: { team: Team; onClose: () => void; onDone: (sentence: string) => void }) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Supprimer le service «\u00a0${team.name}\u00a0»\u00a0?`}
      confirmLabel="Supprimer"
      pendingLabel="Suppression…"
      describeError={(error) => sentenceOf(error, 'Le service n’a pas pu être supprimé. Rien n’a changé\u00a0; veuillez réessayer.')}
      onConfirm={async () => {
        const { message } = await runRowAction(routes.teams.remove, () => call(routes.teams.remove, { params: { id: team.id } }))
        onDone(message)
        focusTitleAfterDialog()
      }}
    >
      {team.member_count === 0 ? 'Il n’a aucun membre.' : `${plural(team.member_count, 'membre')}\u00a0: leurs comptes restent, avec ce qui est à eux.`} Ce qui
      n’était ouvert qu’à ce service ne le sera plus à personne&nbsp;: ouvrez-le d’abord à d’autres si besoin.
    </ConfirmDialog>
  )
}
