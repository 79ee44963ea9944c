import { useState } from 'react'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { oneOf } from '../../router/address-state.ts'
import { useAddressState } from '../../router/use-address-state.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Tabs } from '../../ui/content/Tabs.tsx'
import { AssistantCategories } from './AssistantCategories.tsx'
import styles from './CategoriesPage.module.css'
import { DocumentCategories } from './DocumentCategories.tsx'
import { categoriesChanged } from './use-categories.ts'

const keeping = { type: oneOf('type', ['assistants', 'documents'], 'assistants') }

/** The categories of assistants and of documents, for administrators. Query: type, `documents` for the second list. */
export function CategoriesPage() {
  const { kept, change } = useAddressState(keeping)
  const [notice, setNotice] = useState<string | null>(null)
  const done = (sentence: string) => {
    setNotice(sentence)
    categoriesChanged()
  }
  return (
    <div className={styles.page}>
      <PageTitle lead="Ce qui range les assistants du catalogue et les documents de la base.">Catégories</PageTitle>
      <SectionNav section="catalogue" />
      <Notice key={notice} sentence={notice} onDismiss={() => setNotice(null)} />
      <Tabs
        label="Sorte de catégories"
        selected={kept.type}
        onChange={(type) => {
          setNotice(null)
          change({ type })
        }}
        tabs={[
          { id: 'assistants', label: 'Assistants', content: <AssistantCategories onDone={done} /> },
          { id: 'documents', label: 'Documents', content: <DocumentCategories onDone={done} /> },
        ]}
      />
    </div>
  )
}
