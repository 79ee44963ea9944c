import { Pencil, Plus, Trash2, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { plural } from '../../ui/words/formats.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { sentenceOf } from '../../api/transport/api-error.ts'
import styles from './CategoriesPage.module.css'

interface CategoryListProps<Row> {
  caption: string
  /** Line that says what these categories are for. */
  lead: ReactNode
  query: { data: readonly Row[] | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  columns: readonly TableColumn<Row>[]
  onCreate: () => void
  onEdit: (row: Row) => void
  onRemove: (row: Row) => void
  /** Opens the dialog of who has access to a category. Omitted for categories that are open to everybody. */
  onOpen?: (row: Row) => void
}

/** Table of categories with a creation button and the actions of each row. */
export function CategoryList<Row extends { id: string; name: string }>({
  caption,
  lead,
  query,
  columns,
  onCreate,
  onEdit,
  onRemove,
  onOpen,
}: CategoryListProps<Row>) {
  const { data, error, isFetching, refetch } = query
  const create = (
    <Button variant="primary" icon={<Plus aria-hidden />} onPress={onCreate}>
      Nouvelle catégorie
    </Button>
  )
  return (
    <div className={styles.panel}>
      <div className={styles.tools}>
        <div>
          <p className={styles.lead}>{lead}</p>
          {data && (
            <p className={styles.count} role="status">
              {plural(data.length, 'catégorie')}
            </p>
          )}
        </div>
        {create}
      </div>
      {error !== null && error !== undefined && (
        <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de charger les catégories.')}</ErrorMessage>
      )}
      {!data && !error && <Skeleton shape="rows" count={6} label="Chargement des catégories…" />}
      {data && data.length === 0 && (
        <EmptyState motif="document" title="Aucune catégorie pour le moment.">
          Créez la première&nbsp;: un nom court, que chacun reconnaît.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <Table caption={caption} columns={[...columns, actionsOf<Row>(onEdit, onRemove, onOpen)]} rows={data} rowKey={({ id }) => id} isStacked />
      )}
    </div>
  )
}

function actionsOf<Row extends { name: string; is_corpus?: boolean }>(
  onEdit: (row: Row) => void,
  onRemove: (row: Row) => void,
  onOpen?: (row: Row) => void,
): TableColumn<Row> {
  return {
    id: 'actions',
    title: 'Actions',
    align: 'end',
    cell: (row) => (
      <span className={styles.actions}>
        {onOpen && <IconButton icon={UsersRound} label={`À qui ${row.name} est ouverte`} onPress={() => onOpen(row)} />}
        <IconButton icon={Pencil} label={`Modifier ${row.name}`} onPress={() => onEdit(row)} />
        {!row.is_corpus && <IconButton icon={Trash2} label={`Supprimer ${row.name}`} tone="danger" onPress={() => onRemove(row)} />}
      </span>
    ),
  }
}

/** Returns the current row of a category, which may have changed since its dialog was opened. A category that was deleted is returned as it was. */
export const currentRow = <Row extends { id: string }>(rows: readonly Row[] | undefined, shownRow: Row): Row =>
  rows?.find(({ id }) => id === shownRow.id) ?? shownRow
