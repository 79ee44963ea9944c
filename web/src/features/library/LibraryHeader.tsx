import type { LibraryCategory } from '@parvis/contract'
import { CircleCheck, Clock3, MessageSquarePlus } from 'lucide-react'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { plural } from '../../ui/words/formats.ts'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import styles from './LibraryHeader.module.css'
import { filesSummary, indexState } from './library-summary.ts'

interface LibraryHeaderProps {
  categories: readonly LibraryCategory[]
  category: LibraryCategory
  onChange: (name: string) => void
  onNew: () => void
}

/** One quiet bar: which documents are asked, how many, whether they can be, and a few of them by name. */
export function LibraryHeader({ categories, category, onChange, onNew }: LibraryHeaderProps) {
  const { names, others } = filesSummary(category)
  const index = indexState(category)
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <div className={styles.title}>
          <PageTitle>Bibliothèque documentaire</PageTitle>
          <p className={styles.asks}>Vos questions portent sur les documents partagés de la collectivité, une catégorie à la fois.</p>
        </div>
        <div className={styles.choice}>
          <Select
            label="Catégorie de documents"
            isLabelHidden
            options={categories.map(({ name, display_name, document_count }) => ({
              id: name,
              label: `${display_name} (${plural(document_count, 'document')})`,
            }))}
            value={category.name}
            onChange={onChange}
            placeholder="Choisir une catégorie"
          />
        </div>
        <div className={styles.new}>
          <Button size="s" icon={<MessageSquarePlus aria-hidden />} onPress={onNew}>
            Nouvelle conversation
          </Button>
        </div>
        <div className={styles.facts}>
          <strong>{index.count}</strong>
          <Badge tone={index.isReady ? 'success' : 'warning'} icon={index.isReady ? <CircleCheck aria-hidden /> : <Clock3 aria-hidden />}>
            {index.sentence}
          </Badge>
          {index.aside && <span>{index.aside}</span>}
          <ul className={styles.files} aria-label="Quelques documents de la catégorie">
            {names.map((name, at) => (
              <li key={`${at} ${name}`} title={name}>
                {name}
              </li>
            ))}
            {others && <li className={styles.others}>{others}</li>}
          </ul>
        </div>
      </div>
    </header>
  )
}
