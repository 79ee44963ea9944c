import type { AssistantCategory } from '@parvis/contract'
import { ChevronLeft, ChevronRight, LayoutGrid } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from './CategoryChips.module.css'
import { useOverflow } from './use-overflow.ts'

/** Radio buttons of the categories, on one line that scrolls when it is too long. */
export function CategoryChips({
  categories,
  value,
  onChange,
}: {
  categories: readonly AssistantCategory[]
  value: string | null
  onChange: (id: string | null) => void
}) {
  const group = useId()
  const { line, isBefore, isAfter, slide } = useOverflow(categories)
  const chip = (id: string | null, drawing: ReactNode, label: string) => (
    <label key={id} className={styles.chip}>
      {/* The explicit tabIndex is for Safari, as in PressButton.tsx. */}
      <input type="radio" name={group} tabIndex={0} checked={id === value} onChange={() => onChange(id)} />
      {drawing}
      {label}
    </label>
  )
  return (
    <div className={styles.line} data-before={isBefore || undefined} data-after={isAfter || undefined}>
      {/* The two buttons are for a mouse: arrow keys move from chip to chip and scroll the line, and a finger scrolls it. */}
      {isBefore && <IconButton icon={ChevronLeft} size="s" label="Catégories précédentes" tabIndex={-1} onPress={() => slide(-1)} />}
      <div ref={line} role="radiogroup" aria-label="Catégorie" className={styles.chips}>
        {chip(null, <LayoutGrid size={16} aria-hidden />, 'Toutes les catégories')}
        {categories.map(({ id, icon, name }) => chip(id, <Icon name={icon} size={16} />, name))}
      </div>
      {isAfter && <IconButton icon={ChevronRight} size="s" label="Catégories suivantes" tabIndex={-1} onPress={() => slide(1)} />}
    </div>
  )
}
