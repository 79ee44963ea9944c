import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton, ListBox, ListBoxItem, Popover, Select as AriaSelect, SelectValue, type Key } from 'react-aria-components'
import { FieldFailure, FieldHead, type FieldProps } from './Field.tsx'
import fieldStyles from './Field.module.css'
import styles from './Select.module.css'

export interface Option {
  /** Unique in its list; what `onChange` receives. */
  id: string
  label: string
  /** A second, quieter line: a count, an extract. */
  detail?: string
  icon?: ReactNode
}

interface SelectProps extends FieldProps {
  options: readonly Option[]
  /** Id of the chosen option; null when nothing is chosen. */
  value: string | null
  onChange: (id: string) => void
  /** Shown while nothing is chosen. */
  placeholder?: string
  /** Shown in place of the list when it has no option. */
  emptyText?: string
  isRequired?: boolean
  isDisabled?: boolean
  /** The label is read aloud but not drawn: only beside something that says as much. */
  isLabelHidden?: boolean
  name?: string
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

/** A list of choices that opens under its button; a letter jumps to the options that begin with it. */
export function Select({
  label,
  hint,
  error,
  options,
  value,
  onChange,
  placeholder = 'Choisir',
  emptyText = 'Aucun choix disponible',
  isLabelHidden,
  ...props
}: SelectProps) {
  return (
    <AriaSelect
      {...props}
      validationBehavior="aria"
      aria-label={isLabelHidden ? label : undefined}
      isInvalid={Boolean(error)}
      value={value}
      onChange={(key: Key | null) => {
        if (key !== null) onChange(String(key))
      }}
      placeholder={placeholder}
      className={fieldStyles.field ?? ''}
    >
      {!isLabelHidden && <FieldHead label={label} hint={hint} isRequired={props.isRequired} />}
      <AriaButton className={`${fieldStyles.input} ${styles.trigger}`}>
        <SelectValue<Option> className={styles.value ?? ''}>
          {({ selectedItem, isPlaceholder, defaultChildren }) =>
            isPlaceholder || !selectedItem ? (
              defaultChildren
            ) : (
              <>
                {selectedItem.icon}
                <span>{selectedItem.label}</span>
              </>
            )
          }
        </SelectValue>
        <ChevronDown aria-hidden />
      </AriaButton>
      <FieldFailure error={error} />
      <Popover className={styles.popover ?? ''} offset={4}>
        <ListBox items={options} className={styles.list ?? ''} renderEmptyState={() => <p className={styles.empty}>{emptyText}</p>}>
          {(option) => <OptionRow option={option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
