import type { PackItemKind } from '@parvis/contract'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { formatNumber } from '../../ui/words/formats.ts'
import { kindWords } from './pack-items.ts'
import styles from './PacksPage.module.css'

interface ExportGroupProps {
  kind: PackItemKind
  rows: readonly { id: string; name: string }[]
  /** Ids of the items that are not exported. */
  leftOut: ReadonlySet<string>
  onChange: (leftOut: ReadonlySet<string>) => void
}

/** Checkboxes of the items of one kind, with one checkbox for all of them. */
export function ExportGroup({ kind, rows, leftOut, onChange }: ExportGroupProps) {
  const { title } = kindWords[kind]
  const selectedCount = rows.filter(({ id }) => !leftOut.has(id)).length
  if (rows.length === 0) return null
  return (
    <section className={styles.section} aria-label={title}>
      <Checkbox
        isSelected={selectedCount === rows.length}
        isIndeterminate={selectedCount > 0 && selectedCount < rows.length}
        onChange={(isChosen) => onChange(isChosen ? new Set() : new Set(rows.map(({ id }) => id)))}
      >
        <strong>
          {title} ({formatNumber(selectedCount)}&nbsp;sur&nbsp;{formatNumber(rows.length)})
        </strong>
      </Checkbox>
      <ul className={styles.choices}>
        {rows.map(({ id, name }) => (
          <li key={id}>
            <Checkbox
              isSelected={!leftOut.has(id)}
              onChange={(isChosen) => {
                const next = new Set(leftOut)
                if (isChosen) next.delete(id)
                else next.add(id)
                onChange(next)
              }}
            >
              {name}
            </Checkbox>
          </li>
        ))}
      </ul>
    </section>
  )
}
