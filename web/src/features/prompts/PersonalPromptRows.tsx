import type { ListedPersonalPrompt } from '@parvis/contract'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useHiddenIds } from '../../layout/undo/undoable.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { MoreRows } from '../../ui/lists/MoreRows.tsx'
import { isSecondClick } from '../../ui/PressButton.tsx'
import { plural } from '../../ui/words/formats.ts'
import styles from './PersonalPrompts.module.css'
import type { usePersonalPrompts } from './use-personal-prompts.ts'

interface PersonalPromptRowsProps {
  list: ReturnType<typeof usePersonalPrompts>
  typedSearch: string
  /** Search of the current results; follows `typed` after a delay. */
  search: string
  onSearch: (text: string) => void
  /** Id of the prompt that is being loaded for editing. */
  readingId: string | null
  onCreate: () => void
  onEdit: (prompt: ListedPersonalPrompt) => void
  onRemove: (prompt: ListedPersonalPrompt) => void
}

const describeMore = (addedCount: number) => `${plural(addedCount, 'prompt')} de plus`

/** List of the person's prompts, or its empty state. */
export function PersonalPromptRows({ list, typedSearch, search, onSearch, readingId, onCreate, onEdit, onRemove }: PersonalPromptRowsProps) {
  const element = useRef<HTMLUListElement>(null)
  const hiddenIds = useHiddenIds()
  const { rows = [], total = rows.length } = list
  const shownRows = rows.filter(({ id }) => !hiddenIds.includes(id))
  const hasFailed = list.isError && !list.isFetchNextPageError
  if (shownRows.length === 0 && search === '' && !list.isPlaceholderData && !list.hasNextPage) {
    return (
      <EmptyState motif="document" title="Aucun prompt pour le moment" action={<Button onPress={onCreate}>Écrire votre premier prompt</Button>}>
        Gardez ici une demande que vous écrivez souvent&nbsp;: «&nbsp;Rédigez une convocation pour [nom de l’élu], le [date].&nbsp;»
      </EmptyState>
    )
  }
  return (
    <>
      <div className={styles.tools}>
        <SearchField label="Rechercher dans vos prompts" placeholder="Nom ou texte" value={typedSearch} onChange={onSearch} />
        <p role="status" className={styles.count}>
          {list.isPlaceholderData ? 'Recherche…' : list.rows && plural(Math.max(0, total - (rows.length - shownRows.length)), 'prompt')}
        </p>
      </div>
      {hasFailed && <ErrorMessage query={list}>Vos prompts n’ont pas pu être chargés.</ErrorMessage>}
      {shownRows.length === 0 ? (
        !hasFailed && (
          <EmptyState
            motif="recherche"
            title="Aucun prompt ne correspond à cette recherche"
            action={<Button onPress={() => onSearch('')}>Effacer la recherche</Button>}
          />
        )
      ) : (
        <ul ref={element} className={styles.list}>
          {shownRows.map((prompt) => (
            <li key={prompt.id}>
              <div className={styles.words}>
                <h2 className={styles.name}>{prompt.name}</h2>
                <p className={styles.beginning}>{prompt.beginning}</p>
              </div>
              <div className={styles.actions}>
                <IconButton size="s" label={`Modifier le prompt ${prompt.name}`} onPress={() => onEdit(prompt)} isPending={readingId === prompt.id}>
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton
                  icon={Trash2}
                  size="s"
                  tone="danger"
                  label={`Supprimer le prompt ${prompt.name}`}
                  // The row disappears at once, so the second click of a double click would delete the next one.
                  onPress={(event) => {
                    if (!isSecondClick(event)) onRemove(prompt)
                  }}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <MoreRows
        list={element}
        shownCount={shownRows.length}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        failure={list.isFetchNextPageError ? 'La suite de vos prompts n’a pas pu être chargée.' : null}
        onMore={() => void list.readNext()}
        label="Afficher plus de prompts"
        describe={describeMore}
      />
    </>
  )
}
