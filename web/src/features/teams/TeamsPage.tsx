import { routes, type Team } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Pencil, Plus, Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { invalidate, queryFor } from '../../api/queries.ts'
import { useUser, call } from '../../api/browser.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { formatNumber, plural } from '../../ui/words/formats.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { MembersDialog } from './MembersDialog.tsx'
import { TeamFormDialog, sharings } from './TeamFormDialog.tsx'
import { TokenLimitDialog } from '../../layout/dialogs-on-demand.ts'
import styles from './TeamsPage.module.css'
import { runRowAction } from '../../layout/run-row-action.ts'
import { focusTitleAfterDialog } from '../../ui/overlays/Dialog.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

type OpenDialog = { kind: 'form'; team: Team | null } | { kind: 'remove'; team: Team } | { kind: 'members'; team: Team } | { kind: 'limit'; team: Team }

/** Page of the teams: all of them for administrators, their own for other people. */
export function TeamsPage() {
  const { is_admin } = useUser()
  const { data, error, isFetching, refetch } = useQuery(queryFor(routes.teams.list))
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const close = () => setDialog(null)
  // The form calls this after saving, when the members dialog may already have replaced it.
  const closeForm = () => setDialog((now) => (now?.kind === 'form' ? null : now))
  const announceDone = (sentence: string) => {
    setNotice(sentence)
    void invalidate(routes.teams.update)
  }
  // After a creation, opens the members dialog, because the team is empty.
  function finishForm(editedTeam: Team | null, sentence: string, savedTeam: Team) {
    announceDone(sentence)
    if (editedTeam === null) setDialog({ kind: 'members', team: savedTeam })
  }
  // The list also has teams that the person can share with but does not belong to.
  const shownTeams = data?.filter(({ role }) => is_admin || role !== null)
  return (
    <div className={styles.page}>
      <PageTitle
        lead={is_admin ? 'Des comptes à qui l’on ouvre ensemble une catégorie de documents, un assistant, un prompt.' : 'Les services dont vous faites partie.'}
        actions={
          is_admin && (
            <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setDialog({ kind: 'form', team: null })}>
              Nouveau service
            </Button>
          )
        }
      >
        Services
      </PageTitle>
      {is_admin && <SectionNav section="people" />}
      <Notice key={notice} sentence={notice} onDismiss={() => setNotice(null)} />
      {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de charger les services.')}</ErrorMessage>}
      {!shownTeams && !error && <Skeleton shape="rows" count={4} label="Chargement des services…" />}
      {shownTeams && shownTeams.length === 0 && <NoTeam isAdmin={is_admin} />}
      {shownTeams && shownTeams.length > 0 && (
        <>
          <p className={styles.count} role="status">
            {plural(shownTeams.length, 'service')}
          </p>
          <Table caption="Services" columns={columnsFor(is_admin, setDialog)} rows={shownTeams} rowKey={({ id }) => id} isStacked />
        </>
      )}
      {dialog?.kind === 'form' && (
        <TeamFormDialog team={dialog.team} onClose={closeForm} onDone={(sentence, savedTeam) => finishForm(dialog.team, sentence, savedTeam)} />
      )}
      {dialog?.kind === 'remove' && <RemoveTeamDialog team={dialog.team} onClose={close} onDone={announceDone} />}
      {dialog?.kind === 'limit' && (
        <TokenLimitDialog subject={{ kind: 'team', id: dialog.team.id, name: dialog.team.name }} onClose={close} onDone={announceDone} />
      )}
      {dialog?.kind === 'members' && <MembersDialog team={dialog.team} onClose={close} onLeft={announceDone} />}
    </div>
  )
}

function NoTeam({ isAdmin }: { isAdmin: boolean }) {
  if (isAdmin)
    return (
      <EmptyState motif="document" title="Aucun service pour le moment.">
        Créez le premier&nbsp;: tant qu’il n’y en a pas, tout est ouvert à tout le monde, comme aujourd’hui.
      </EmptyState>
    )
  return (
    <EmptyState motif="document" title="Vous ne faites partie d’aucun service.">
      Un responsable de service ou un administrateur peut vous y mettre.
    </EmptyState>
  )
}

function columnsFor(isAdmin: boolean, onOpen: (dialog: OpenDialog) => void): TableColumn<Team>[] {
  return [
    {
      id: 'name',
      title: 'Service',
      isRowHeader: true,
      cell: ({ name, description, group_name }) => (
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          {description && <span className={styles.note}>{description}</span>}
          {group_name && <span className={styles.note}>Groupe chez le fournisseur d’identité&nbsp;: {group_name}</span>}
        </span>
      ),
    },
    { id: 'count', title: 'Membres', align: 'end', cell: ({ member_count }) => formatNumber(member_count) },
    isAdmin
      ? {
          id: 'sharing',
          title: 'Qui partage avec lui',
          cell: ({ sharing }) => <span className={styles.quiet}>{sharings.find(({ id }) => id === sharing)!.label}</span>,
        }
      : {
          id: 'role',
          title: 'Vous y êtes',
          cell: ({ role }) => (role === 'manager' ? <Badge tone="primary">Responsable</Badge> : <Badge>Membre</Badge>),
        },
    {
      id: 'actions',
      title: 'Actions',
      align: 'end',
      cell: (team) => (
        <span className={styles.actions}>
          <IconButton icon={UsersRound} label={`Membres de ${team.name}`} onPress={() => onOpen({ kind: 'members', team })} />
          {isAdmin && (
            <>
              <IconButton icon={ChartColumn} label={`Limite de jetons de ${team.name}`} onPress={() => onOpen({ kind: 'limit', team })} />
              <IconButton icon={Pencil} label={`Modifier ${team.name}`} onPress={() => onOpen({ kind: 'form', team })} />
              <IconButton icon={Trash2} label={`Supprimer ${team.name}`} tone="danger" onPress={() => onOpen({ kind: 'remove', team })} />
            </>
          )}
        </span>
      ),
    },
  ]
}

/** Confirmation before deleting a team, with the loss of access. */
function RemoveTeamDialog({ team, onClose, onDone }: { team: Team; onClose: () => void; onDone: (sentence: string) => void }) {
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
