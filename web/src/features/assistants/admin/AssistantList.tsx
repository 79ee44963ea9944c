import type { Assistant } from '@parvis/contract'
import { useRef, type Ref } from 'react'
import { Ban, Pencil, Trash2, Undo2, UserRoundCog, UsersRound } from 'lucide-react'
import { listSearch, choiceParam, pageCountParam } from '../../../router/search-param.ts'
import { useSearchParamState } from '../../../router/use-search-param-state.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { SearchField } from '../../../ui/fields/SearchField.tsx'
import { MoreRows, visibleRows } from '../../../ui/lists/MoreRows.tsx'
import { plural, formatNumber, truncate } from '../../../ui/words/formats.ts'
import { matchesSearch } from '../../../ui/lists/matching.ts'
import { Table, type TableSort, type TableColumn } from '../../../ui/lists/Table.tsx'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { LinkButton } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import type { AssistantAdminDialog } from './AssistantDialogs.tsx'
import styles from './AssistantsAdminPage.module.css'

const searchParams = {
  search: listSearch,
  column: choiceParam('tri', ['name', 'category', 'usage'], 'name'),
  direction: choiceParam('ordre', ['ascending', 'descending'], 'ascending'),
  pages: pageCountParam,
}

/** Number of rows of the first page: one screen. */
const firstPageSize = 8

interface Actions {
  onDialog: (dialog: AssistantAdminDialog) => void
  /** Lifts the suspension of an assistant that belongs to a person. */
  onResume: (assistant: Assistant) => void
}

const describeMore = (added: number) => `${plural(added, 'assistant')} de plus`

/** Table of assistants with its search. Search, sort order and number of pages are stored in the URL. */
export function AssistantList({ assistants, ...actions }: Actions & { assistants: readonly Assistant[] }) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { displayedValues, change } = useSearchParamState(searchParams)
  const rows = assistantRows(assistants, displayedValues.search, displayedValues)
  const visibleAssistants = visibleRows(rows, displayedValues.pages, firstPageSize)
  return (
    <>
      <div className={styles.tools}>
        <SearchField
          label="Rechercher un assistant"
          placeholder="Nom, description ou catégorie"
          value={displayedValues.search}
          onChange={(search) => change({ search })}
        />
        <p className={styles.count} role="status">
          {plural(rows.length, 'assistant')}
        </p>
      </div>
      {rows.length === 0 ? (
        <EmptyState motif="recherche" title="Aucun assistant ne correspond à cette recherche." />
      ) : (
        <>
          <AssistantsTable
            body={body}
            assistants={visibleAssistants}
            sort={displayedValues}
            onSort={({ column, direction }) => change({ column: searchParams.column.read(column), direction })}
            {...actions}
          />
          <MoreRows
            list={body}
            shownCount={visibleAssistants.length}
            hasMore={visibleAssistants.length < rows.length}
            isLoading={false}
            failure={null}
            onMore={() => change({ pages: displayedValues.pages + 1 }, true)}
            label="Afficher plus d’assistants"
            describe={describeMore}
          />
        </>
      )}
    </>
  )
}

/** Comparison function of each column. The collator is passed in, because creating it before the first render would delay the page. */
const comparisons: Record<string, (a: Assistant, b: Assistant, inFrench: Intl.Collator['compare']) => number> = {
  name: (a, b, inFrench) => inFrench(a.name, b.name),
  category: (a, b, inFrench) => inFrench(a.category.name, b.category.name) || inFrench(a.name, b.name),
  usage: (a, b, inFrench) => a.usage_count - b.usage_count || inFrench(a.name, b.name),
}

/** Filters assistants by name, description or category, and sorts them. */
export function assistantRows(assistants: readonly Assistant[], search: string, { column, direction }: TableSort): Assistant[] {
  const found = assistants.filter(({ name, description, category }) => matchesSearch(search, [name, description, category.name]))
  const compare = comparisons[column]
  if (!compare) return found
  const inFrench = new Intl.Collator('fr-FR', { sensitivity: 'base', numeric: true }).compare
  return found.sort((a, b) => (direction === 'ascending' ? compare(a, b, inFrench) : compare(b, a, inFrench)))
}

interface AssistantsTableProps extends Actions {
  /** Ref to the `<tbody>`, whose children are the rows. */
  body: Ref<HTMLTableSectionElement>
  assistants: readonly Assistant[]
  sort: TableSort
  onSort: (sort: TableSort) => void
}

/** Table of assistants, with inactive and suspended ones dimmed. */
function AssistantsTable({ body, assistants, sort, onSort, ...actions }: AssistantsTableProps) {
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

function CommonActions({ assistant, onDialog }: Actions & { assistant: Assistant }) {
  return (
    <span className={styles.actions}>
      <LinkButton size="s" variant="quiet" href={paths.assistantVersions(assistant.id)} aria-label={`Versions de ${assistant.name}`}>
        Versions
      </LinkButton>
      <LinkButton size="s" variant="quiet" href={paths.assistantTests(assistant.id)} aria-label={`Contrôles de ${assistant.name}`}>
        Contrôles
      </LinkButton>
      <IconButton icon={UsersRound} label={`À qui ${assistant.name} est ouvert`} onPress={() => onDialog({ kind: 'grants', assistant })} />
      <IconButton icon={Pencil} label={`Modifier ${assistant.name}`} onPress={() => onDialog({ kind: 'edit', assistant })} />
      <IconButton icon={Trash2} label={`Supprimer ${assistant.name}`} tone="danger" onPress={() => onDialog({ kind: 'remove', assistant })} />
    </span>
  )
}

/** Actions on an assistant that belongs to a person, which administrators cannot edit. */
function OwnedActions({ assistant, onDialog, onResume }: Actions & { assistant: Assistant }) {
  return (
    <Menu
      label={`Actions pour ${assistant.name}`}
      entries={[
        !assistant.suspended_at
          ? { id: 'suspend', label: 'Suspendre…', icon: <Ban aria-hidden />, tone: 'danger', onAction: () => onDialog({ kind: 'suspend', assistant }) }
          : { id: 'resume', label: 'Lever la suspension', icon: <Undo2 aria-hidden />, onAction: () => onResume(assistant) },
        {
          id: 'handOver',
          label: 'Transmettre (compte désactivé)…',
          icon: <UserRoundCog aria-hidden />,
          onAction: () => onDialog({ kind: 'handOver', assistant }),
        },
      ]}
    />
  )
}
