import type { ListedUser } from '@parvis/contract'
import { Eye, Gauge, KeyRound, LogOut, Mail, Pencil, ShieldCheck, ShieldOff, SmartphoneNfc, Trash2, UserCheck, UserRoundCog, UserX } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useInstance } from '../../api/use-instance.ts'
import { paths } from '../../paths.ts'
import { displayName, initial } from '../../layout/user.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { formatDateTime } from '../../ui/words/formats.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuEntry } from '../../ui/overlays/OpenMenu.tsx'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { actionsFor, actionTexts, type UserAction } from './user-actions.ts'
import { signsInByOidcOnly } from './user-form.ts'
import type { UserDialog } from './UserDialogs.tsx'
import styles from './UsersPage.module.css'

const actionIcons: Record<UserAction, MenuEntry['icon']> = {
  activate: <UserCheck aria-hidden />,
  deactivate: <UserX aria-hidden />,
  promote: <ShieldCheck aria-hidden />,
  demote: <ShieldOff aria-hidden />,
  'sign-out': <LogOut aria-hidden />,
  'second-factor': <SmartphoneNfc aria-hidden />,
  'give-projects': <UserRoundCog aria-hidden />,
  remove: <Trash2 aria-hidden />,
}

interface UsersTableProps {
  users: readonly ListedUser[]
  ownId: string
  onAsk: (dialog: UserDialog) => void
}

/** Table of accounts; secondary actions are in the menu of each row. */
export function UsersTable({ users, ...rest }: UsersTableProps) {
  return <Table caption="Utilisateurs" columns={columnsOf(rest)} rows={users} rowKey={(user) => user.id} isDimmed={(user) => !user.is_active} isStacked />
}

/** Adds `<wbr>` after « @ » and dots, so that an address can wrap. Copied text has no extra characters. */
const withBreaks = (email: string): ReactNode =>
  email.split(/(?<=[@.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))

function columnsOf({ ownId, onAsk }: Omit<UsersTableProps, 'users'>): readonly TableColumn<ListedUser>[] {
  return [
    {
      id: 'user',
      title: 'Utilisateur',
      isRowHeader: true,
      cell: (user) => (
        <span className={styles.person}>
          <span className={styles.initial} aria-hidden>
            {initial(user)}
          </span>
          <span className={styles.names}>
            <span>
              {displayName(user)}
              {user.id === ownId && <span className={styles.self}> (vous)</span>}
            </span>
            {displayName(user) !== user.username && user.username !== user.email && <span className={styles.username}>{user.username}</span>}
          </span>
        </span>
      ),
    },
    { id: 'email', title: 'E-mail', cell: (user) => <span className={styles.email}>{withBreaks(user.email)}</span> },
    {
      id: 'teams',
      title: 'Services',
      cell: ({ teams }) => <span className={styles.teams}>{teams.length === 0 ? '—' : teams.map(({ name }) => name).join(', ')}</span>,
    },
    { id: 'role', title: 'Rôle', cell: (user) => (user.is_admin ? <Badge tone="primary">Administrateur</Badge> : <Badge>Utilisateur</Badge>) },
    {
      id: 'status',
      title: 'Statut',
      cell: (user) =>
        user.is_active && user.invited_at !== null ? (
          <Badge>Invité</Badge>
        ) : user.is_active ? (
          <Badge tone="success">Actif</Badge>
        ) : (
          <Badge tone="warning">Inactif</Badge>
        ),
    },
    {
      id: 'login',
      title: 'Dernière connexion',
      cell: (user) => <span className={styles.date}>{user.last_login ? formatDateTime(user.last_login) : 'Jamais'}</span>,
    },
    { id: 'actions', title: 'Actions', align: 'end', cell: (user) => <RowActions user={user} isSelf={user.id === ownId} onAsk={onAsk} /> },
  ]
}

function RowActions({ user, isSelf, onAsk }: { user: ListedUser; isSelf: boolean; onAsk: (dialog: UserDialog) => void }) {
  const name = displayName(user)
  const instance = useInstance()
  const actions = actionsFor(user, isSelf).map((action): MenuEntry => ({
    id: action,
    label: actionTexts(action, user).verb,
    icon: actionIcons[action],
    onAction: () => onAsk({ kind: 'action', action, user }),
    ...(action === 'remove' && { tone: 'danger' as const }),
  }))
  const sees: MenuEntry = { id: 'sees', label: 'Ce que voit cette personne', icon: <Eye aria-hidden />, onAction: () => onAsk({ kind: 'sees', user }) }
  const profile: MenuEntry = { id: 'profile', label: 'Mon profil', icon: <UserRoundCog aria-hidden />, href: paths.profile }
  const reset: MenuEntry[] = isSelf
    ? [profile]
    : signsInByOidcOnly(instance, user.is_admin)
      ? []
      : [{ id: 'reset', label: 'Réinitialiser le mot de passe', icon: <KeyRound aria-hidden />, onAction: () => onAsk({ kind: 'reset', user }) }]
  const limit: MenuEntry = {
    id: 'limit',
    label: 'Limite de jetons',
    icon: <Gauge aria-hidden />,
    onAction: () => onAsk({ kind: 'limit', user }),
  }
  const invite: MenuEntry[] =
    user.invited_at === null
      ? []
      : [{ id: 'invite', label: 'Renvoyer l’invitation', icon: <Mail aria-hidden />, onAction: () => onAsk({ kind: 'invite', user }) }]
  return (
    <span className={styles.actions}>
      <IconButton icon={Pencil} label={`Modifier ${name}`} onPress={() => onAsk({ kind: 'edit', user })} />
      <Menu label={`Autres actions pour ${name}`} entries={[...invite, sees, ...actions.slice(0, 2), ...reset, limit, ...actions.slice(2)]} />
    </span>
  )
}
