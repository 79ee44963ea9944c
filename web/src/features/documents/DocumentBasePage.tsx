import { constants } from '@parvis/contract'
import { FilePlus2 } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../api/browser.ts'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { useSearchParamState } from '../../router/use-search-param-state.ts'
import { Notice, type NoticeContent } from '../../ui/feedback/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import styles from './DocumentBase.module.css'
import { categoryChoices, countSentence, documentSearchParams } from './document-list.ts'
import { DocumentDialogs, type DocumentDialog } from './DocumentDialogs.tsx'
import { DocumentFilters } from './DocumentFilters.tsx'
import { DocumentList } from './DocumentList.tsx'
import { ReadDialog } from './ReadDialog.tsx'
import { useDocumentActions } from './use-document-actions.ts'
import { documentsChanged, useCategories, useDocuments } from './use-documents.ts'

/**
 * « Base Documentaire » (specification, chapter 2): the shared documents of the categories open to the person. Search, filters and the open document are
 * stored in the URL.
 */
export function DocumentBasePage() {
  const { user } = useSession()
  const { urlValues, displayedValues, change } = useSearchParamState(documentSearchParams)
  const { category, state, search, sort, read } = urlValues
  const [dialog, setDialog] = useState<DocumentDialog | null>(null)
  const [notice, setNotice] = useState<NoticeContent | null>(null)
  const list = useDocuments(urlValues, { pages: urlValues.pages, setPages: (pages) => change({ pages }, true) })
  const categories = useCategories().data ?? { categories: [], counts: {}, totals: {}, restricted: [], corpora: [] }

  const choices = categoryChoices(categories, category)
  const inForce = state === 'actuels' && search === '' ? choices.find(({ name }) => name === category)?.count : undefined

  const actions = useDocumentActions(setDialog, setNotice, (id) => change({ read: id }))

  function announceDone(sentence: string) {
    setDialog(null)
    setNotice({ tone: 'success', sentence })
    documentsChanged()
  }

  return (
    <div className={styles.page}>
      <PageTitle
        lead={`Les fichiers partagés de la collectivité\u00a0: déposés et classés ici, lus par ceux à qui leur catégorie est ouverte, interrogés dans «\u00a0Bibliothèque\u00a0».`}
        actions={
          <Button variant="primary" icon={<FilePlus2 aria-hidden />} onPress={() => setDialog({ kind: 'upload' })}>
            Ajouter des documents
          </Button>
        }
      >
        Base Documentaire
      </PageTitle>
      {user?.is_admin && <SectionNav section="documents" />}
      <Notice key={notice?.sentence} {...notice} autoDismissMs={constants.documentNoticeMs} onDismiss={() => setNotice(null)} />
      <DocumentFilters
        choices={choices}
        category={category}
        onCategory={(name) => change({ category: name })}
        state={state}
        onState={(wanted) => change({ state: documentSearchParams.state.read(wanted) })}
        search={displayedValues.search}
        onSearch={(text) => change({ search: text })}
        sort={sort}
        onSort={(wanted) => change({ sort: documentSearchParams.sort.read(wanted) })}
        count={list.rows === undefined ? null : list.isPlaceholderData ? 'Recherche…' : countSentence(list.total ?? list.rows.length, inForce)}
      />
      <DocumentList
        list={list}
        isSearched={search !== ''}
        isFiltered={category !== ''}
        state={state}
        actions={actions}
        onUpload={() => setDialog({ kind: 'upload' })}
        onClear={() => change({ search: '' })}
        onAll={() => change({ category: '', state: 'actuels' })}
      />
      {read !== '' && (
        <ReadDialog
          id={read}
          knownName={list.rows?.find(({ id }) => id === read)?.original_filename}
          onOpen={(id) => change({ read: id }, true)}
          onClose={() => change({ read: '' }, true)}
        />
      )}
      <DocumentDialogs
        dialog={dialog}
        categories={categories.categories.filter((name) => !categories.corpora.includes(name))}
        restrictedCategories={categories.restricted}
        // Closes only the dialog that called it: another one may have been opened since.
        onClose={() => setDialog((current) => (current === dialog ? null : current))}
        onArrived={(sentence) => {
          setNotice({ tone: 'success', sentence })
          documentsChanged()
        }}
        onDone={announceDone}
      />
    </div>
  )
}
