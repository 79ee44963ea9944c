import { Search, X } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import { FieldHead, useTextInput, type InputProps } from './Field.tsx'
import styles from './Field.module.css'
import { IconButton } from '../IconButton.tsx'

interface SearchFieldProps extends Omit<InputProps, 'type' | 'hint' | 'error' | 'value' | 'onChange' | 'onKeyDown' | 'ref'> {
  value: string
  onChange: (text: string) => void
  /** The label is read aloud but not drawn. Default true: the placeholder and the lens icon are enough for sighted users. */
  isLabelHidden?: boolean
}

/** Search field with a lens icon and a clear button. Escape clears it too. */
export function SearchField({ label, isLabelHidden = true, placeholder = label, isRequired, isDisabled, isReadOnly, onChange, ...props }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const inputProps = useTextInput({ isRequired, isDisabled, isReadOnly, onChange })
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || props.value === '') return
    // A dialog around the field must not close.
    event.stopPropagation()
    event.preventDefault()
    onChange('')
  }
  return (
    <div className={`${styles.field} ${styles.search}`}>
      {!isLabelHidden && <FieldHead id={inputProps.id} label={label} />}
      <div className={`${styles.withAside} ${styles.withLead}`}>
        <Search className={styles.lead} aria-hidden />
        <input
          {...props}
          {...inputProps}
          ref={input}
          type="search"
          aria-label={isLabelHidden ? label : undefined}
          placeholder={placeholder}
          onKeyDown={onKeyDown}
        />
        <span className={styles.aside}>
          <IconButton
            icon={X}
            label="Effacer la recherche"
            tabIndex={-1}
            onPress={() => {
              onChange('')
              input.current?.focus()
            }}
          />
        </span>
      </div>
    </div>
  )
}
