import type { Conversation, ListedConversation } from '@parvis/contract'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { plural } from '../../ui/words/formats.ts'
import { idParam, choiceParam, pageCountParam, listSearch } from '../../router/search-param.ts'
import { useSearchParamState } from '../../router/use-search-param-state.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { ConversationList, type RowActions } from './ConversationList.tsx'
import styles from './MySpace.module.css'
import { RemoveDialog } from './RemoveDialog.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { allAssistants, assistantChoices, type Stats } from './conversation-filter.ts'
import { ExportSeveral } from './ExportSeveral.tsx'
import { useHiddenIds } from '../../layout/undo/undoable.ts'
import { chosenOf, withRow } from './selection.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { useExportSeveral } from './use-export-several.ts'
import { useConversations, type ConversationShelf } from './use-conversations.ts'

const shelves: readonly { id: ConversationShelf; label: string }[] = [
  { id: 'courantes', label: 'En cours' },
  { id: 'archivees', label: 'Archivées' },
]

const searchParams = {
  search: listSearch,
  assistant: idParam('assistant'),
  shelf: choiceParam('classement', ['courantes', 'archivees'], 'courantes'),
  pages: pageCountParam,
}

/** List of the person's conversations with search, filters, selection and dialogs. Search and filters are stored in the URL. */
export function ConversationBrowser({ stats }: { stats: Stats | undefined }) {
  const { urlValues, displayedValues: typedState, change } = useSearchParamState(searchParams)
  const choices = stats ? assistantChoices(stats) : []
  const assistant = choices.find(({ id }) => id === urlValues.assistant)?.id ?? allAssistants
  const { shelf } = urlValues
  const list = useConversations(urlValues.search, assistant, shelf, { pages: urlValues.pages, setPages: (pages) => change({ pages }, true) })
  const { rows, total, isError, isFetchNextPageError, refetch, isFetching, isPlaceholderData } = list
  const [renamed, setRenamed] = useState<Conversation | null>(null)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [removed, setRemoved] = useState<readonly ListedConversation[]>([])
  const exporting = useExportSeveral()
  const rowActions = useMemo<RowActions>(
    () => ({
      onChoose: (id, isChosen) => setIds((previous) => withRow(previous, id, isChosen)),
      onRename: setRenamed,
      onRemove: (conversation) => setRemoved([conversation]),
    }),
    [],
  )
  const hiddenIds = useHiddenIds()
  const shownRows = rows?.filter(({ id }) => !hiddenIds.includes(id))

  return (
    <section className={styles.browser} aria-label="Vos conversations">
      <div className={styles.tools}>
        <SearchField
          label="Rechercher dans vos conversations"
          placeholder="Rechercher un titre ou un message"
          value={typedState.search}
          onChange={(search) => change({ search })}
        />
        <Select
          label="Assistant"
          isLabelHidden
          options={choices}
          value={assistant}
          onChange={(id) => change({ assistant: id === allAssistants ? '' : id })}
          isDisabled={!stats}
        />
        <Select label="Classement" isLabelHidden options={shelves} value={shelf} onChange={(id) => change({ shelf: searchParams.shelf.read(id) })} />
      </div>
      {shownRows && (!isError || isFetchNextPageError) && (
        <SelectionBar
          count={isPlaceholderData ? 'Recherche…' : plural(Math.max(0, (total ?? shownRows.length) - (rows!.length - shownRows.length)), 'conversation')}
          listedConversations={shownRows}
          chosen={chosenOf(shownRows, ids)}
          onChoose={setIds}
          onRemove={setRemoved}
          onExport={exporting.begin}
          isExporting={exporting.progress !== null}
        />
      )}
      <ExportSeveral {...exporting} />
      {isError && !isFetchNextPageError ? (
        <ErrorMessage query={{ refetch, isFetching }}>Vos conversations n’ont pas pu être chargées. Rien n’est perdu.</ErrorMessage>
      ) : !shownRows ? (
        <Skeleton shape="rows" count={8} label="Chargement de vos conversations…" />
      ) : shownRows.length === 0 && rows!.length > 0 ? null : shownRows.length === 0 ? (
        <NoConversation
          isLookedFor={urlValues.search !== '' || assistant !== allAssistants}
          shelf={shelf}
          onAll={() => change({ search: '', assistant: '', shelf: 'courantes' })}
        />
      ) : (
        <ConversationList list={list} conversations={shownRows} chosen={ids} rowActions={rowActions} />
      )}
      {renamed && <RenameDialog conversation={renamed} onClose={() => setRenamed(null)} />}
      <RemoveDialog conversations={removed} onClose={() => setRemoved([])} />
    </section>
  )
}

/** Empty state of the list, which depends on the search and on the shelf. */
function NoConversation({ isLookedFor, shelf, onAll }: { isLookedFor: boolean; shelf: ConversationShelf; onAll: () => void }) {
  const action = <Button onPress={onAll}>Tout afficher</Button>
  if (!isLookedFor && shelf === 'courantes')
    return (
      <EmptyState motif="conversation" title="Toutes vos conversations sont archivées">
        Choisissez «&nbsp;Archivées&nbsp;» pour les retrouver. Une question posée dans l’une d’elles la remet en cours.
      </EmptyState>
    )
  if (!isLookedFor)
    return (
      <EmptyState motif="conversation" title="Aucune conversation archivée" action={action}>
        Archivez ce qui est fini&nbsp;: rien n’est perdu, et vos conversations en cours restent à portée de main.
      </EmptyState>
    )
  return (
    <EmptyState motif="recherche" title="Aucune conversation ne correspond" action={action}>
      Essayez un autre mot, le début d’un mot, ou tous les assistants.
    </EmptyState>
  )
}
