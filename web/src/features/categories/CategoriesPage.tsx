import { useState } from 'react'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { paths } from '../../paths.ts'
import { Navigate } from '../../router/Link.tsx'
import { useLocation } from '../../router/Router.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { AssistantCategories } from './AssistantCategories.tsx'
import styles from './CategoriesPage.module.css'
import { categoriesChanged } from './use-categories.ts'

/** Page of the categories of assistants, for administrators. The former URL `?type=documents` redirects to the categories of documents. */
export function CategoriesPage() {
  const { search } = useLocation()
  const [notice, setNotice] = useState<string | null>(null)
  if (new URLSearchParams(search).get('type') === 'documents') return <Navigate to={paths.documentCategories} replace />
  return (
    <div className={styles.page}>
      <PageTitle lead="Ce qui range les assistants du catalogue.">Catégories d’assistants</PageTitle>
      <SectionNav section="catalogue" />
      <Notice key={notice} sentence={notice} onDismiss={() => setNotice(null)} />
      <AssistantCategories
        onDone={(sentence) => {
          setNotice(sentence)
          categoriesChanged()
        }}
      />
    </div>
  )
}
