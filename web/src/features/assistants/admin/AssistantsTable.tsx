import type { Assistant } from '@parvis/contract'
import { Ban, Pencil, Trash2, Undo2, UserRoundCog, UsersRound } from 'lucide-react'
import type { Ref } from 'react'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { LinkButton } from '../../../ui/Button.tsx'
import { formatNumber, truncate } from '../../../ui/words/formats.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { Table, type TableColumn, type TableSort } from '../../../ui/lists/Table.tsx'
import styles from './AssistantsAdminPage.module.css'

interface AssistantsTableProps {
  /** Ref to the `<tbody>`, whose children are the rows. */
  body: Ref<HTMLTableSectionElement>
  assistants: readonly Assistant[]
  sort: TableSort
  onSort: (sort: TableSort) => void
  onEdit: (assistant: Assistant) => void
  onOpen: (assistant: Assistant) => void
  onRemove: (assistant: Assistant) => void
  /** Only for assistants that belong to a person, as the next two. */
  onSuspend: (assistant: Assistant) => void
  onResume: (assistant: Assistant) => void
  onHandOver: (assistant: Assistant) => void
}

type Actions = Omit<AssistantsTableProps, 'body' | 'assistants' | 'sort' | 'onSort'>

/** Table of assistants, with inactive and suspended ones dimmed. */
export function AssistantsTable({ body, assistants, sort, onSort, ...actions }: AssistantsTableProps) {
  return (
    <Table
      caption="Assistants"
      columns={columnsOf(actions)}
      rows={assistants}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={onSort}
      isDimmed={({ is_active, suspended_at }) => !is_active || Boolean(suspended_at)}
      isStacked
      body={body}
    />
  )
}

function columnsOf(actions: Actions): readonly TableColumn<Assistant>[] {
  return [
    {
      id: 'name',
      title: 'Assistant',
      isRowHeader: true,
      isSortable: true,
      cell: ({ icon, name, description, owner_name, suspension_reason }) => (
        <span className={styles.assistant}>
          <Icon name={icon} />
          <span className={styles.words}>
            {name}
            <span className={styles.description}>{truncate(description, 90)}</span>
            {owner_name && <span className={styles.description}>De {owner_name}</span>}
            {suspension_reason && <span className={styles.description}>Motif&nbsp;: {suspension_reason}</span>}
          </span>
        </span>
      ),
    },
    { id: 'category', title: 'Catégorie', isSortable: true, cell: ({ category }) => category.name },
    {
      id: 'usage',
      title: 'Utilisations',
      isSortable: true,
      align: 'end',
      cell: ({ usage_count }) => formatNumber(usage_count),
    },
    { id: 'status', title: 'Statut', cell: statusOf },
    {
      id: 'actions',
      title: 'Actions',
      align: 'end',
      cell: (assistant) =>
        assistant.owner_name === undefined ? <CommonActions assistant={assistant} {...actions} /> : <OwnedActions assistant={assistant} {...actions} />,
    },
  ]
}

function statusOf({ is_active, owner_name, suspended_at }: Assistant) {
  if (suspended_at) return <Badge tone="danger">Suspendu</Badge>
  if (owner_name) return <Badge tone="primary">D’une personne</Badge>
  return is_active ? <Badge tone="success">Actif</Badge> : <Badge tone="warning">Inactif</Badge>
}

function CommonActions({ assistant, onEdit, onOpen, onRemove }: Actions & { assistant: Assistant }) {
  return (
    <span className={styles.actions}>
      <LinkButton size="s" variant="quiet" href={paths.assistantVersions(assistant.id)} aria-label={`Versions de ${assistant.name}`}>
        Versions
      </LinkButton>
      <IconButton icon={UsersRound} label={`À qui ${assistant.name} est ouvert`} onPress={() => onOpen(assistant)} />
      <IconButton icon={Pencil} label={`Modifier ${assistant.name}`} onPress={() => onEdit(assistant)} />
      <IconButton icon={Trash2} label={`Supprimer ${assistant.name}`} tone="danger" onPress={() => onRemove(assistant)} />
    </span>
  )
}

/** Actions on an assistant that belongs to a person, which administrators cannot edit. */
function OwnedActions({ assistant, onSuspend, onResume, onHandOver }: Actions & { assistant: Assistant }) {
  return (
    <Menu
      label={`Actions pour ${assistant.name}`}
      entries={[
        !assistant.suspended_at
          ? { id: 'suspend', label: 'Suspendre…', icon: <Ban aria-hidden />, tone: 'danger', onAction: () => onSuspend(assistant) }
          : { id: 'resume', label: 'Lever la suspension', icon: <Undo2 aria-hidden />, onAction: () => onResume(assistant) },
        { id: 'handOver', label: 'Transmettre (compte désactivé)…', icon: <UserRoundCog aria-hidden />, onAction: () => onHandOver(assistant) },
      ]}
    />
  )
}
