import { FilePlus2 } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { plural } from '../../ui/words/formats.ts'
import { MoreRows } from '../../ui/lists/MoreRows.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { describeDocumentError, documentMessages } from './document-messages.ts'
import type { DocumentStateFilter } from './document-list.ts'
import { DocumentsTable, type DocumentActions } from './DocumentsTable.tsx'
import type { useDocuments } from './use-documents.ts'

interface DocumentListProps {
  list: ReturnType<typeof useDocuments>
  isSearched: boolean
  /** A category is selected. */
  isFiltered: boolean
  state: DocumentStateFilter
  actions: DocumentActions
  onUpload: () => void
  onClear: () => void
  onAll: () => void
}

const describeMore = (addedCount: number) => `${plural(addedCount, 'document')} de plus`

/** Table of the documents found, with a button that loads more, or an empty state. */
export function DocumentList({ list, isSearched, isFiltered, state, actions, onUpload, onClear, onAll }: DocumentListProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { rows, error, isFetchNextPageError, isPlaceholderData } = list
  return (
    <>
      {error && !isFetchNextPageError && <ErrorMessage query={list}>{describeDocumentError(error, documentMessages.load)}</ErrorMessage>}
      {!rows && !error && <Skeleton shape="rows" count={8} label="Chargement des documents…" />}
      {rows?.length === 0 &&
        !isPlaceholderData &&
        (isSearched ? (
          <NothingFound onClear={onClear} />
        ) : state !== 'actuels' ? (
          <NothingInState state={state} onAll={onAll} />
        ) : isFiltered ? (
          <NothingInCategory onAll={onAll} />
        ) : (
          <NothingYet onUpload={onUpload} />
        ))}
      {rows && rows.length > 0 && (
        <>
          <DocumentsTable documents={rows} actions={actions} body={body} />
          <MoreRows
            list={body}
            shownCount={rows.length}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            failure={isFetchNextPageError ? 'La suite des documents n’a pas pu être chargée.' : null}
            onMore={() => void list.readNext()}
            label="Afficher plus de documents"
            describe={describeMore}
          />
        </>
      )}
    </>
  )
}

function NothingYet({ onUpload }: { onUpload: () => void }) {
  return (
    <EmptyState
      motif="document"
      title="Aucun document pour le moment"
      action={
        <Button icon={<FilePlus2 aria-hidden />} onPress={onUpload}>
          Ajouter des documents
        </Button>
      }
    >
      Déposez vos délibérations, règlements ou notes&nbsp;: chacun pourra les interroger.
    </EmptyState>
  )
}

function NothingInCategory({ onAll }: { onAll: () => void }) {
  return <EmptyState motif="document" title="Aucun document dans cette catégorie." action={<Button onPress={onAll}>Voir tous les documents</Button>} />
}

function NothingInState({ state, onAll }: { state: Exclude<DocumentStateFilter, 'actuels'>; onAll: () => void }) {
  return (
    <EmptyState
      motif="document"
      title={state === 'a-verifier' ? 'Aucun document à vérifier.' : 'Aucun document remplacé ou expiré.'}
      action={<Button onPress={onAll}>Voir les documents actuels</Button>}
    >
      {state === 'a-verifier' && 'Un document apparaît ici quand la date que vous lui avez donnée pour être vérifié est arrivée.'}
    </EmptyState>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState motif="recherche" title="Aucun document ne correspond à cette recherche." action={<Button onPress={onClear}>Effacer la recherche</Button>}>
      Essayez une partie du nom ou de la description.
    </EmptyState>
  )
}
