import { useState } from 'react'
import { SectionNav } from '../../layout/SectionNav.tsx'
import { useSearchParams } from '../../router/Router.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AssistantCategories } from './AssistantCategories.tsx'
import styles from './CategoriesPage.module.css'
import { DocumentCategories } from './DocumentCategories.tsx'
import { categoriesChanged } from './use-categories.ts'

/** The categories of assistants and of documents, for administrators. Query: type, `documents` for the second list. */
export function CategoriesPage() {
  const [query, setQuery] = useSearchParams()
  const [notice, setNotice] = useState<string | null>(null)
  const done = (sentence: string) => {
    setNotice(sentence)
    categoriesChanged()
  }
  return (
    <div className={styles.page}>
      <PageTitle lead="Ce qui range les assistants du catalogue et les documents de la base.">Catégories</PageTitle>
      <SectionNav section="catalogue" />
      {notice && (
        <Banner key={notice} tone="success" onDismiss={() => setNotice(null)}>
          {notice}
        </Banner>
      )}
      <Tabs
        label="Sorte de catégories"
        selected={query.get('type') === 'documents' ? 'documents' : 'assistants'}
        onChange={(type) => {
          setNotice(null)
          setQuery(type === 'documents' ? { type } : {})
        }}
        tabs={[
          { id: 'assistants', label: 'Assistants', content: <AssistantCategories onDone={done} /> },
          { id: 'documents', label: 'Documents', content: <DocumentCategories onDone={done} /> },
        ]}
      />
    </div>
  )
}
