import { constants, routes, type LibraryDocument } from '@parvis/contract'
import { FilePlus2, Tags } from 'lucide-react'
import { useMemo, useState } from 'react'
import { call, open } from '../../api/browser.ts'
import { saveFile } from '../../api/save-file.ts'
import { useSession } from '../../api/session.tsx'
import { useDocumentOpener } from '../../chat/source-opener.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorMessage } from '../../ui/ErrorMessage.tsx'
import { formatNumber, plural } from '../../ui/formats.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import styles from './DocumentBase.module.css'
import { categoryChoices, documentsPerPage, searchDocuments } from './document-list.ts'
import { describeDocumentError, documentMessages } from './document-messages.ts'
import { DocumentsTable, type DocumentDeeds } from './DocumentsTable.tsx'
import { EditDialog } from './EditDialog.tsx'
import { UploadDialog } from './UploadDialog.tsx'
import { useCategories, useDocuments, useDocumentsChanged, useShowDocument } from './use-documents.ts'

type OpenDialog = { kind: 'upload' } | { kind: 'edit' | 'delete'; document: LibraryDocument }
interface Notice {
  tone: 'success' | 'error'
  sentence: string
}

/** « Base Documentaire » (specification, chapter 2): read by everybody signed in, each document changed by who brought it or an administrator. */
export function DocumentBasePage() {
  const { user } = useSession()
  const [category, setCategory] = useState('')
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState(1)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [retrying, setRetrying] = useState<string | null>(null)
  const { data: documents, error, isFetching, refetch } = useDocuments(category)
  const categories = useCategories().data ?? { categories: [], counts: {} }
  const changed = useDocumentsChanged()
  const show = useShowDocument()
  const openDocument = useDocumentOpener()

  const found = useMemo(() => searchDocuments(documents ?? [], search), [documents, search])
  const pages = Math.max(1, Math.ceil(found.length / documentsPerPage))
  const page = Math.min(asked, pages)
  const choices = categoryChoices(categories, category)

  const deeds = useMemo((): DocumentDeeds => {
    const fail = (fallback: string) => (failure: unknown) => setNotice({ tone: 'error', sentence: describeDocumentError(failure, fallback) })
    return {
      retrying,
      onRead: ({ id, original_filename }) => openDocument?.({ document_id: id, name: original_filename, passage_id: null }),
      onDownload: ({ id, original_filename }) => void saveFile(open, id, original_filename).catch(fail(documentMessages.download)),
      onEdit: (document) => setDialog({ kind: 'edit', document }),
      onDelete: (document) => setDialog({ kind: 'delete', document }),
      onRetry({ id }) {
        setRetrying(id)
        void call(routes.documents.retry, { params: { id } })
          .then(({ document }) => show(document), fail(documentMessages.retry))
          .finally(() => setRetrying(null))
      },
    }
  }, [retrying, openDocument, show])

  function done(sentence: string) {
    setDialog(null)
    setNotice({ tone: 'success', sentence })
    changed()
  }

  return (
    <div className={styles.page}>
      <PageTitle
        lead={`Les fichiers partagés de la collectivité\u00a0: déposés et classés ici, lus par tous, interrogés dans «\u00a0Bibliothèque\u00a0».`}
        actions={
          <>
            {user?.is_admin && (
              <LinkButton href={`${paths.categories}?type=documents`} icon={<Tags aria-hidden />}>
                Catégories
              </LinkButton>
            )}
            <Button variant="primary" icon={<FilePlus2 aria-hidden />} onPress={() => setDialog({ kind: 'upload' })}>
              Ajouter des documents
            </Button>
          </>
        }
      >
        Base Documentaire
      </PageTitle>
      {notice && (
        <Banner key={notice.sentence} tone={notice.tone} autoDismissMs={constants.documentNoticeMs} onDismiss={() => setNotice(null)}>
          {notice.sentence}
        </Banner>
      )}
      <div className={styles.tools}>
        <Select
          label="Catégorie"
          options={choices.map(({ name, count }) => ({
            id: name === '' ? 'toutes' : `c ${name}`,
            label: `${name === '' ? 'Toutes les catégories' : name} (${count})`,
          }))}
          value={category === '' ? 'toutes' : `c ${category}`}
          onChange={(id) => {
            setCategory(id === 'toutes' ? '' : id.slice(2))
            setAsked(1)
          }}
        />
        <SearchField
          label="Rechercher un document"
          isLabelHidden={false}
          placeholder="Nom du fichier ou description"
          value={search}
          onChange={(text) => {
            setSearch(text)
            setAsked(1)
          }}
        />
        {documents && (
          <p className={styles.count} role="status">
            {plural(found.length, 'document')}
          </p>
        )}
      </div>
      {category === '' && choices.length > 1 && (
        <ul className={styles.counts} aria-label="Nombre de documents par catégorie">
          {choices.slice(1).map(({ name, count }) => (
            <li key={name}>
              {name} <strong>{formatNumber(count)}</strong>
            </li>
          ))}
        </ul>
      )}
      {error && (
        <ErrorMessage onRetry={() => void refetch()} isRetrying={isFetching}>
          {describeDocumentError(error, documentMessages.load)}
        </ErrorMessage>
      )}
      {!documents && !error && <Skeleton shape="rows" count={8} label="Chargement des documents…" />}
      {documents &&
        found.length === 0 &&
        (documents.length === 0 ? (
          <EmptyState
            motif="document"
            title="Aucun document pour le moment"
            action={
              <Button icon={<FilePlus2 aria-hidden />} onPress={() => setDialog({ kind: 'upload' })}>
                Ajouter des documents
              </Button>
            }
          >
            Déposez vos délibérations, règlements ou notes&nbsp;: chacun pourra les interroger.
          </EmptyState>
        ) : (
          <EmptyState
            motif="recherche"
            title="Aucun document ne correspond à cette recherche."
            action={<Button onPress={() => setSearch('')}>Effacer la recherche</Button>}
          >
            Essayez une partie du nom ou de la description.
          </EmptyState>
        ))}
      {found.length > 0 && (
        <>
          <DocumentsTable documents={found.slice((page - 1) * documentsPerPage, page * documentsPerPage)} deeds={deeds} />
          <Pagination page={page} pages={pages} onChange={setAsked} label="Pages de la liste des documents" />
        </>
      )}
      {dialog?.kind === 'upload' && (
        <UploadDialog
          categories={categories.categories}
          onClose={() => setDialog(null)}
          onArrived={(sentence) => {
            setNotice({ tone: 'success', sentence })
            changed()
          }}
        />
      )}
      {dialog?.kind === 'edit' && (
        <EditDialog
          document={dialog.document}
          categories={categories.categories}
          onClose={() => setDialog(null)}
          onDone={() => done(documentMessages.updated)}
        />
      )}
      <ConfirmDialog
        isOpen={dialog?.kind === 'delete'}
        onClose={() => setDialog((current) => (current?.kind === 'delete' ? null : current))}
        title={dialog?.kind === 'delete' ? `Supprimer «\u00a0${dialog.document.original_filename}\u00a0»\u00a0?` : ''}
        confirmLabel="Supprimer"
        pendingLabel="Suppression…"
        describeError={(failure) => describeDocumentError(failure, documentMessages.remove)}
        onConfirm={async () => {
          if (dialog?.kind !== 'delete') return
          await call(routes.documents.remove, { params: { id: dialog.document.id } })
          done(documentMessages.removed)
        }}
      >
        Le fichier et ce que l’IA en a lu seront effacés. Cette action est irréversible.
      </ConfirmDialog>
    </div>
  )
}
