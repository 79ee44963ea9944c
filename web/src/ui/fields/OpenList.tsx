import { Check } from 'lucide-react'
import type { RefObject } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { OpenPopover } from '../overlays/OpenPopover.tsx'
import { useEntryFocus } from '../overlays/use-entry-focus.ts'
import type { Option } from './Select.tsx'
import styles from '../overlays/Options.module.css'

interface OpenListProps {
  /** The button that it hangs from. */
  trigger: RefObject<Element | null>
  /** Which option has the focus as it opens, unless one is chosen. */
  focused: 'first' | 'last'
  onClose: () => void
  /** Id of the element that names it. */
  labelId: string
  options: readonly Option[]
  chosen: Option | null
  onChoose: (id: string) => void
  /** Shown when there is no option. */
  emptyText: string
}

/** What a list of choices shows. Mounted when open. */
export function OpenList({ trigger, focused, onClose, labelId, options, chosen, onChoose, emptyText }: OpenListProps) {
  return (
    <OpenPopover triggerRef={trigger} onClose={onClose} className={styles.popover ?? ''} placement="bottom start" aria-labelledby={labelId}>
      <ListBox
        ref={useEntryFocus(focused)}
        items={options}
        className={styles.list ?? ''}
        aria-labelledby={labelId}
        autoFocus={chosen === null ? focused : true}
        selectionMode="single"
        selectedKeys={chosen === null ? [] : [chosen.id]}
        // The one that is chosen already closes the list too.
        onSelectionChange={(keys) => {
          const [id] = keys === 'all' ? [] : keys
          onClose()
          if (id !== undefined) onChoose(String(id))
        }}
        shouldSelectOnPressUp
        shouldFocusOnHover
        renderEmptyState={() => <p className={styles.empty}>{emptyText}</p>}
      >
        {(option) => <OptionRow option={option} />}
      </ListBox>
    </OpenPopover>
  )
}

function OptionRow({ option }: { option: Option }) {
  return (
    // The list gives both to its direct child only, which is not this element.
    <ListBoxItem id={option.id} value={option} textValue={option.label} className={styles.option ?? ''}>
      {({ isSelected }) => (
        <>
          {option.icon}
          <span className={styles.optionText}>
            {option.label}
            {option.detail && <span className={styles.detail}>{option.detail}</span>}
          </span>
          {isSelected && <Check aria-hidden className={styles.mark} />}
        </>
      )}
    </ListBoxItem>
  )
}
