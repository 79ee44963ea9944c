import type { Assistant } from '@parvis/contract'
import { useRef } from 'react'
import { listSearch } from '../../../layout/list-search.ts'
import { oneOf, readPages } from '../../../router/address-state.ts'
import { useAddressState } from '../../../router/use-address-state.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { SearchField } from '../../../ui/fields/SearchField.tsx'
import { MoreRows } from '../../../ui/lists/MoreRows.tsx'
import { inSight } from '../../../ui/lists/pages.ts'
import { plural } from '../../../ui/words/formats.ts'
import type { OpenDialog } from './AssistantDialogs.tsx'
import { assistantRows } from './assistant-rows.ts'
import styles from './AssistantsAdminPage.module.css'
import { AssistantsTable } from './AssistantsTable.tsx'

const keeping = {
  search: listSearch,
  column: oneOf('tri', ['name', 'category', 'usage'], 'name'),
  direction: oneOf('ordre', ['ascending', 'descending'], 'ascending'),
  pages: readPages,
}

/** Number of rows of the first page: one screen. */
const atFirst = 8

interface AssistantListProps {
  assistants: readonly Assistant[]
  onDialog: (dialog: OpenDialog) => void
  onResume: (assistant: Assistant) => void
}

const describeMore = (added: number) => `${plural(added, 'assistant')} de plus`

/** Table of assistants with its search. Search, sort order and number of pages are stored in the URL. */
export function AssistantList({ assistants, onDialog, onResume }: AssistantListProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { shown, change } = useAddressState(keeping)
  const rows = assistantRows(assistants, shown.search, shown)
  const drawn = inSight(rows, shown.pages, atFirst)
  return (
    <>
      <div className={styles.tools}>
        <SearchField
          label="Rechercher un assistant"
          placeholder="Nom, description ou catégorie"
          value={shown.search}
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
            assistants={drawn}
            sort={shown}
            onSort={({ column, direction }) => change({ column: keeping.column.read(column), direction })}
            onEdit={(assistant) => onDialog({ kind: 'edit', assistant })}
            onOpen={(assistant) => onDialog({ kind: 'grants', assistant })}
            onRemove={(assistant) => onDialog({ kind: 'remove', assistant })}
            onSuspend={(assistant) => onDialog({ kind: 'suspend', assistant })}
            onResume={onResume}
            onHandOver={(assistant) => onDialog({ kind: 'handOver', assistant })}
          />
          <MoreRows
            list={body}
            shown={drawn.length}
            hasMore={drawn.length < rows.length}
            isLoading={false}
            failure={null}
            onMore={() => change({ pages: shown.pages + 1 }, true)}
            label="Afficher plus d’assistants"
            describe={describeMore}
          />
        </>
      )}
    </>
  )
}
