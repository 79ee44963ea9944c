import { constants, type Prompt } from '@parvis/contract'
import { listSearch } from '../../router/search-param.ts'
import { useSearchParamState } from '../../router/use-search-param-state.ts'
import { Button } from '../../ui/Button.tsx'
import { plural } from '../../ui/words/formats.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import styles from './Prompts.module.css'
import { foundPrompts, previewOf } from './library.ts'

const searchParams = { search: listSearch }

interface PromptListProps {
  prompts: readonly Prompt[]
  chosenId: string | null
  onSelect: (id: string) => void
}

/** List of names and first words. Each row appears 50 ms after the one above it (specification, chapter 9). */
export function PromptList({ prompts, chosenId, onSelect }: PromptListProps) {
  const { displayedValues, change } = useSearchParamState(searchParams)
  const { search } = displayedValues
  const matching = foundPrompts(prompts, search)
  return (
    <section className={styles.list} aria-label="Liste des prompts">
      <SearchField label="Rechercher un prompt" placeholder="Nom du prompt" value={search} onChange={(text) => change({ search: text })} />
      <p role="status" className={styles.count}>
        {plural(matching.length, 'prompt')}
      </p>
      {matching.length === 0 ? (
        <div className={styles.none}>
          <p>Aucun prompt ne porte ce nom.</p>
          <Button size="s" onPress={() => change({ search: '' })}>
            Effacer la recherche
          </Button>
        </div>
      ) : (
        <ul className={styles.items}>
          {matching.map((prompt, index) => (
            <li key={prompt.id} style={{ animationDelay: `${index * constants.promptListStaggerMs}ms` }}>
              <button type="button" className={styles.item} aria-current={prompt.id === chosenId || undefined} onClick={() => onSelect(prompt.id)}>
                <span className={styles.itemName}>{prompt.name}</span>
                <span className={styles.preview}>{previewOf(prompt)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
