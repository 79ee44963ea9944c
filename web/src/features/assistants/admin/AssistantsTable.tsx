import type { Assistant } from '@parvis/contract'
import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { LinkButton } from '../../../ui/Button.tsx'
import { formatNumber, truncate } from '../../../ui/words/formats.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Table, type Column, type Sort } from '../../../ui/lists/Table.tsx'
import styles from './AssistantsAdminPage.module.css'

interface AssistantsTableProps {
  assistants: readonly Assistant[]
  sort: Sort
  onSort: (sort: Sort) => void
  onEdit: (assistant: Assistant) => void
  onOpen: (assistant: Assistant) => void
  onRemove: (assistant: Assistant) => void
}

/** One line per assistant, inactive ones dimmed. */
export function AssistantsTable({ assistants, sort, onSort, ...actions }: AssistantsTableProps) {
  return (
    <Table
      caption="Assistants"
      columns={columnsOf(actions)}
      rows={assistants}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={onSort}
      isDimmed={({ is_active }) => !is_active}
      isStacked
    />
  )
}

function columnsOf({ onEdit, onOpen, onRemove }: Pick<AssistantsTableProps, 'onEdit' | 'onOpen' | 'onRemove'>): readonly Column<Assistant>[] {
  return [
    {
      id: 'name',
      title: 'Assistant',
      isRowHeader: true,
      isSortable: true,
      cell: ({ icon, name, description }) => (
        <span className={styles.assistant}>
          <span className={styles.icon} aria-hidden>
            <Icon name={icon} />
          </span>
          <span className={styles.words}>
            <span>{name}</span>
            <span className={styles.description}>{truncate(description, 90)}</span>
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
      cell: ({ usage_count }) => <span className={styles.figure}>{formatNumber(usage_count)}</span>,
    },
    { id: 'status', title: 'Statut', cell: ({ is_active }) => (is_active ? <Badge tone="success">Actif</Badge> : <Badge tone="warning">Inactif</Badge>) },
    {
      id: 'actions',
      title: 'Actions',
      align: 'end',
      cell: (assistant) => (
        <span className={styles.actions}>
          <LinkButton size="s" variant="quiet" href={paths.assistantVersions(assistant.id)} aria-label={`Versions de ${assistant.name}`}>
            Versions
          </LinkButton>
          <IconButton label={`À qui ${assistant.name} est ouvert`} onPress={() => onOpen(assistant)}>
            <KeyRound aria-hidden />
          </IconButton>
          <IconButton label={`Modifier ${assistant.name}`} onPress={() => onEdit(assistant)}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={`Supprimer ${assistant.name}`} tone="danger" onPress={() => onRemove(assistant)}>
            <Trash2 aria-hidden />
          </IconButton>
        </span>
      ),
    },
  ]
}
