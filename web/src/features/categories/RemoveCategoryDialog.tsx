import { useRef, useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusTitleAfterDialog, Dialog } from '../../ui/overlays/Dialog.tsx'
import { focusWithin, invalidFieldSelector } from '../../ui/overlays/focus-within.ts'
import { Select } from '../../ui/fields/Select.tsx'
import type { SelectOption } from '../../ui/fields/use-typeahead.ts'
import styles from './CategoriesPage.module.css'
import { categoriesChanged } from './use-categories.ts'

interface RemoveCategoryDialogProps {
  name: string
  /** Content to move: « 3 assistants »; null when the category is empty. */
  contentCount: string | null
  /** Categories that may receive the content. */
  targets: readonly SelectOption[]
  /** Sentence about the other consequences. */
  note: string
  onRemove: (move_to: string | null) => Promise<void>
  onClose: () => void
}

/** Dialog that deletes a category, after asking to which other one its content must be moved. */
export function RemoveCategoryDialog({ name, contentCount, targets, note, onRemove, onClose }: RemoveCategoryDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  // A target deleted since it was chosen must be chosen again.
  const target = targets.some(({ id }) => id === chosen) ? chosen : null
  const [missing, setMissing] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const form = useRef<HTMLDivElement>(null)

  async function remove() {
    if (contentCount !== null && target === null) {
      setMissing('Choisissez la catégorie qui recevra ce qu’elle contient')
      return focusWithin(form.current, invalidFieldSelector)
    }
    setPending(true)
    setFailure(null)
    try {
      await onRemove(contentCount === null ? null : target)
      onClose()
      focusTitleAfterDialog()
    } catch (error) {
      setFailure(sentenceOf(error, 'La catégorie n’a pas pu être supprimée. Rien n’a changé\u00a0; veuillez réessayer.'))
      setPending(false)
      // The list is stale: something was added to the category since, or the chosen target was deleted.
      categoriesChanged()
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="s"
      role="alertdialog"
      title={`Supprimer la catégorie «\u00a0${name}\u00a0»\u00a0?`}
      isBusy={isPending}
      actions={
        <>
          <Button autoFocus onPress={onClose} isDisabled={isPending}>
            Annuler
          </Button>
          <Button variant="danger" onPress={() => void remove()} isPending={isPending} pendingLabel="Suppression…">
            {contentCount === null ? 'Supprimer' : 'Déplacer et supprimer'}
          </Button>
        </>
      }
    >
      <div ref={form} className={styles.form}>
        {failure && <Banner tone="error">{failure}</Banner>}
        {contentCount === null ? (
          <p>Elle ne contient rien. {note}</p>
        ) : (
          <>
            <p>
              Elle contient <strong>{contentCount}</strong>&nbsp;: rien n’est perdu, tout va dans la catégorie que vous choisissez. {note}
            </p>
            <Select
              label="Déplacer vers"
              options={targets}
              value={target}
              onChange={(id) => {
                setChosen(id)
                setMissing(null)
              }}
              placeholder="Choisir une catégorie"
              emptyText="Créez d’abord une autre catégorie"
              error={missing}
              isRequired
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
