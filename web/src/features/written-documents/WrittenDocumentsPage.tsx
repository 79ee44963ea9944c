import { routes, type ListedWrittenDocument } from '@parvis/contract'
import { useMutation } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { session } from '../../api/browser.ts'
import { create as createOnServer } from '../../api/create.ts'
import { usePages } from '../../api/pages.ts'
import { invalidate } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { browserUpload, uploadFiles } from '../../api/transport/upload.ts'
import { paths } from '../../paths.ts'
import { guardedNavigate } from '../../router/late-navigation.ts'
import { listSearch, pageCountParam } from '../../router/search-param.ts'
import { useSearchParamState } from '../../router/use-search-param-state.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { MoreRows } from '../../ui/lists/MoreRows.tsx'
import { plural } from '../../ui/words/formats.ts'
import { DeleteWrittenDocumentDialog } from './DeleteWrittenDocumentDialog.tsx'
import { WrittenDocumentRow } from './WrittenDocumentRow.tsx'
import styles from './WrittenDocuments.module.css'

const searchParams = { search: listSearch, pages: pageCountParam }
const importTimeoutMs = 120_000
const describeMore = (count: number) => `${plural(count, 'document')} de plus`

/** « Documents rédigés »: the person's documents and those shared with them. */
export function WrittenDocumentsPage() {
  const address = useSearchParamState(searchParams)
  const { search, pages } = address.urlValues
  const list = usePages(routes.writtenDocuments.page, { search }, { pages, setPages: (count) => address.change({ pages: count }, true) })
  const { rows, total = rows?.length ?? 0 } = list
  const rowList = useRef<HTMLUListElement>(null)
  const [deleted, setDeleted] = useState<ListedWrittenDocument | null>(null)
  const begin = useNewDocument()
  const isEmpty = rows?.length === 0 && !list.isPlaceholderData
  const newButton = (label: string) => (
    <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => begin.create.mutate()} isPending={begin.create.isPending} pendingLabel="Création…">
      {label}
    </Button>
  )
  return (
    <div className={styles.page}>
      <PageTitle
        lead="Ce que vous écrivez avec un assistant, et que vous gardez."
        actions={
          <>
            <ImportButton onFile={(file) => begin.importFile.mutate(file)} isPending={begin.importFile.isPending} />
            {newButton('Nouveau document')}
          </>
        }
      >
        Documents rédigés
      </PageTitle>
      {begin.failure !== null && (
        <Banner tone="error" onDismiss={begin.dismiss}>
          {begin.failure}
        </Banner>
      )}
      {rows === undefined ? (
        list.isError ? (
          <ErrorMessage query={list}>Les documents n’ont pas pu être chargés.</ErrorMessage>
        ) : (
          <Skeleton shape="rows" count={6} label="Chargement des documents…" />
        )
      ) : isEmpty && search === '' ? (
        <EmptyState motif="document" title="Aucun document pour le moment">
          Commencez un document vide, ou importez un fichier Word ou LibreOffice pour le reprendre.
        </EmptyState>
      ) : (
        <>
          <ListTools
            typed={address.displayedValues.search}
            onSearch={(text) => address.change({ search: text })}
            count={list.isPlaceholderData ? 'Recherche…' : plural(total, 'document')}
          />
          {isEmpty ? (
            <EmptyState
              motif="recherche"
              title="Aucun document ne correspond à cette recherche"
              action={<Button onPress={() => address.change({ search: '' })}>Effacer la recherche</Button>}
            />
          ) : (
            <ul ref={rowList} className={styles.list}>
              {rows.map((document) => (
                <WrittenDocumentRow key={document.id} document={document} onDelete={() => setDeleted(document)} />
              ))}
            </ul>
          )}
          <MoreRows
            list={rowList}
            shownCount={rows.length}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            failure={list.isFetchNextPageError ? 'La suite des documents n’a pas pu être chargée.' : null}
            onMore={() => void list.readNext()}
            label="Afficher plus de documents"
            describe={describeMore}
          />
        </>
      )}
      <DeleteWrittenDocumentDialog document={deleted} onClose={() => setDeleted(null)} />
    </div>
  )
}

function ListTools({ typed, onSearch, count }: { typed: string; onSearch: (text: string) => void; count: string }) {
  return (
    <div className={styles.tools}>
      <SearchField label="Rechercher un document" placeholder="Titre ou texte" value={typed} onChange={onSearch} />
      <p role="status" className={styles.count}>
        {count}
      </p>
    </div>
  )
}

/** Creation of a document, empty or from a file. The new document opens. */
function useNewDocument() {
  const [goTo] = useState(guardedNavigate)
  const [failure, setFailure] = useState<string | null>(null)
  const options = {
    onMutate: () => setFailure(null),
    onSuccess({ id, warnings = [] }: { id: string; warnings?: string[] }) {
      void invalidate(routes.writtenDocuments.create)
      goTo(paths.writtenDocument(id), { state: { warnings } })
    },
  }
  const create = useMutation({
    ...options,
    mutationFn: () => createOnServer(routes.writtenDocuments.create, { title: 'Document sans titre' }),
    onError: (error) => setFailure(sentenceOf(error, 'Le document n’a pas pu être créé. Veuillez réessayer.')),
  })
  const importFile = useMutation({
    ...options,
    mutationFn(file: File) {
      const form = new FormData()
      form.set('file', file)
      return uploadFiles(browserUpload(session), routes.writtenFiles.import, form, {
        onProgress: () => undefined,
        signal: AbortSignal.timeout(importTimeoutMs),
      })
    },
    onError: (error, file) => setFailure(`«\u00a0${file.name}\u00a0» n’a pas été importé. ${sentenceOf(error, 'Veuillez réessayer.')}`),
  })
  return { create, importFile, failure, dismiss: () => setFailure(null) }
}

function ImportButton({ onFile, isPending }: { onFile: (file: File) => void; isPending: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".docx,.odt"
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Otherwise choosing the same file again would send no change event.
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button icon={<FileUp aria-hidden />} onPress={() => input.current?.click()} isPending={isPending} pendingLabel="Import…">
        Importer un fichier
      </Button>
    </>
  )
}
