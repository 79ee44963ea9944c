import type { AssistantCategory } from '@parvis/contract'
import { ChevronLeft, ChevronRight, LayoutGrid } from 'lucide-react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from './CategoryChips.module.css'
import { useOverflow } from './use-overflow.ts'

const all = 'toutes'

/** One category, or all, on one line that slides where it is too long. */
export function CategoryChips({
  categories,
  value,
  onChange,
}: {
  categories: readonly AssistantCategory[]
  value: string | null
  onChange: (id: string | null) => void
}) {
  const { line, isBefore, isAfter, slide } = useOverflow(categories)
  return (
    <div className={styles.line} data-before={isBefore || undefined} data-after={isAfter || undefined}>
      {/* For a mouse: the arrow keys go from chip to chip, and the line follows them; a finger slides it. */}
      {isBefore && <IconButton icon={ChevronLeft} size="s" label="Catégories précédentes" excludeFromTabOrder onPress={() => slide(-1)} />}
      <ToggleButtonGroup
        ref={line}
        aria-label="Catégorie"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[value ?? all]}
        onSelectionChange={(keys) => {
          const [key] = [...keys].map(String)
          onChange(key === undefined || key === all ? null : key)
        }}
        className={styles.chips ?? ''}
      >
        <ToggleButton id={all} className={styles.chip ?? ''}>
          <LayoutGrid size={16} aria-hidden />
          Toutes les catégories
        </ToggleButton>
        {categories.map((category) => (
          <ToggleButton key={category.id} id={category.id} className={styles.chip ?? ''}>
            <Icon name={category.icon} size={16} />
            {category.name}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {isAfter && <IconButton icon={ChevronRight} size="s" label="Catégories suivantes" excludeFromTabOrder onPress={() => slide(1)} />}
    </div>
  )
}
