import type { DocumentSort } from '@parvis/contract'
import { formatNumber } from '../../ui/words/formats.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import styles from './DocumentBase.module.css'
import { sortChoices, stateChoices, type CategoryChoice, type DocumentStateFilter } from './document-list.ts'

interface DocumentFiltersProps {
  choices: readonly CategoryChoice[]
  /** Name of the category; empty for all of them. */
  category: string
  onCategory: (name: string) => void
  state: DocumentStateFilter
  onState: (state: string) => void
  search: string
  onSearch: (text: string) => void
  sort: DocumentSort
  onSort: (sort: string) => void
  /** « 12 documents »; null while the number is unknown. */
  count: string | null
}

/** Category, state, search and sort order of the list, and number of documents found. */
export function DocumentFilters({ choices, category, onCategory, state, onState, search, onSearch, sort, onSort, count }: DocumentFiltersProps) {
  return (
    <>
      <div className={styles.tools}>
        <Select
          label="Catégorie"
          // Prefixed, because a category may be called « toutes ».
          options={choices.map((choice) => ({
            id: choice.name === '' ? 'toutes' : `c ${choice.name}`,
            label: `${choice.name === '' ? 'Toutes les catégories' : choice.name} (${choice.count})`,
          }))}
          value={category === '' ? 'toutes' : `c ${category}`}
          onChange={(id) => onCategory(id === 'toutes' ? '' : id.slice(2))}
        />
        <Select label="État" options={stateChoices} value={state} onChange={onState} />
        <SearchField label="Rechercher un document" isLabelHidden={false} placeholder="Nom ou description" value={search} onChange={onSearch} />
        <Select label="Trier par" options={sortChoices} value={sort} onChange={onSort} />
        {/* Never empty, so that the list does not move on a phone when the count arrives. */}
        <p className={styles.count} role="status">
          {count ?? '\u00a0'}
        </p>
      </div>
      {category === '' && choices.length > 1 && (
        <ul className={styles.counts} aria-label="Nombre de documents en vigueur par catégorie">
          {choices.slice(1).map(({ name, count: documents }) => (
            <li key={name}>
              {name} <strong>{formatNumber(documents)}</strong>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
