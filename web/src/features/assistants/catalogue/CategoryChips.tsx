import type { AssistantCategory } from '@parvis/contract'
import { LayoutGrid } from 'lucide-react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './CategoryChips.module.css'

const all = 'toutes'

/** One category, or all. */
export function CategoryChips({
  categories,
  value,
  onChange,
}: {
  categories: readonly AssistantCategory[]
  value: string | null
  onChange: (id: string | null) => void
}) {
  return (
    <ToggleButtonGroup
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
  )
}
