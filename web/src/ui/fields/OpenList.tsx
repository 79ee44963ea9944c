import { Check } from 'lucide-react'
import type { RefObject } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { OpenPopover, useEntryFocus } from '../overlays/OpenPopover.tsx'
import type { SelectOption } from './use-typeahead.ts'
import styles from '../overlays/Options.module.css'

interface OpenListProps {
  /** Button under which the list is positioned. */
  trigger: RefObject<Element | null>
  /** Option that is focused on opening when none is chosen. */
  focused: 'first' | 'last'
  onClose: () => void
  /** Id of the element that names the list. */
  labelId: string
  options: readonly SelectOption[]
  chosen: SelectOption | null
  onChoose: (id: string) => void
  /** Shown when there are no options. */
  emptyText: string
}

/** Open list of a `Select`, in a popover. Mounted only while it is open. */
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
        // Runs for the option already chosen too, which must close the list as well.
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

function OptionRow({ option }: { option: SelectOption }) {
  return (
    // `id` and `value` are passed on: ListBox sets them only on its direct child, which is OptionRow.
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
