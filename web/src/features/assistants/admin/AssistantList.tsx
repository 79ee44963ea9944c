import type { Assistant } from '@parvis/contract'
import { useRef } from 'react'
import { listSearch } from '../../../layout/list-search.ts'
import { choiceParam, pageCountParam } from '../../../router/search-param.ts'
import { useSearchParamState } from '../../../router/use-search-param-state.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { SearchField } from '../../../ui/fields/SearchField.tsx'
import { MoreRows } from '../../../ui/lists/MoreRows.tsx'
import { visibleRows } from '../../../ui/lists/pages.ts'
import { plural } from '../../../ui/words/formats.ts'
import type { AssistantAdminDialog } from './AssistantDialogs.tsx'
import { assistantRows } from './assistant-rows.ts'
import styles from './AssistantsAdminPage.module.css'
import { AssistantsTable } from './AssistantsTable.tsx'

const searchParams = {
  search: listSearch,
  column: choiceParam('tri', ['name', 'category', 'usage'], 'name'),
  direction: choiceParam('ordre', ['ascending', 'descending'], 'ascending'),
  pages: pageCountParam,
}

/** Number of rows of the first page: one screen. */
const firstPageSize = 8

interface AssistantListProps {
  assistants: readonly Assistant[]
  onDialog: (dialog: AssistantAdminDialog) => void
  onResume: (assistant: Assistant) => void
}

const describeMore = (added: number) => `${plural(added, 'assistant')} de plus`

/** Table of assistants with its search. Search, sort order and number of pages are stored in the URL. */
export function AssistantList({ assistants, onDialog, onResume }: AssistantListProps) {
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
            onEdit={(assistant) => onDialog({ kind: 'edit', assistant })}
            onOpen={(assistant) => onDialog({ kind: 'grants', assistant })}
            onRemove={(assistant) => onDialog({ kind: 'remove', assistant })}
            onSuspend={(assistant) => onDialog({ kind: 'suspend', assistant })}
            onResume={onResume}
            onHandOver={(assistant) => onDialog({ kind: 'handOver', assistant })}
          />
          <MoreRows
            list={body}
            shown={visibleAssistants.length}
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
