import { useState } from 'react'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import styles from './CategoriesPage.module.css'
import { DocumentCategories } from './DocumentCategories.tsx'
import { categoriesChanged } from './use-categories.ts'

/** Page of the categories of documents and of who has access to each, for administrators. */
export function DocumentCategoriesPage() {
  const [notice, setNotice] = useState<string | null>(null)
  return (
    <div className={styles.page}>
      <PageTitle lead="Ce qui range la base documentaire, et à qui chaque catégorie est ouverte.">Catégories de documents</PageTitle>
      <SectionNav section="documents" />
      <Notice key={notice} sentence={notice} onDismiss={() => setNotice(null)} />
      <DocumentCategories
        onDone={(sentence) => {
          setNotice(sentence)
          categoriesChanged()
        }}
      />
    </div>
  )
}
