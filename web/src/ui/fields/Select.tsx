import { ChevronDown } from 'lucide-react'
import { useId, useRef } from 'react'
import { useLazyList } from '../overlays/use-lazy-list.ts'
import { PressButton } from '../PressButton.tsx'
import { describedBy, FieldError, FieldHead, type FieldProps } from './Field.tsx'
import fieldStyles from './Field.module.css'
import styles from './Select.module.css'
import { useTypeahead, type SelectOption } from './use-typeahead.ts'

interface SelectProps extends FieldProps {
  options: readonly SelectOption[]
  /** Id of the chosen option; null when none is chosen. */
  value: string | null
  onChange: (id: string) => void
  /** Shown when no option is chosen. */
  placeholder?: string
  /** Shown in place of the list when there are no options. */
  emptyText?: string
  isRequired?: boolean
  isDisabled?: boolean
  /** The label is read aloud but not drawn. Only for a control whose surroundings already name it. */
  isLabelHidden?: boolean
  /** A choice takes effect at once: the keys that change the value while the list is closed are disabled. */
  isAction?: boolean
  name?: string
}

const load = async () => (await import('./OpenList.tsx')).OpenList

/** Drop-down list whose options open under a button. Typed letters choose the next option that begins with them. */
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
  isAction,
  isRequired,
  ...props
}: SelectProps) {
  const id = useId()
  const field = useRef<HTMLButtonElement>(null)
  const { trigger, opened, close, button } = useLazyList(load, 'listbox')
  const chosen = options.find((option) => option.id === value) ?? null
  const choose = (next: string) => next !== value && onChange(next)
  const typeahead = useTypeahead(options, value, choose)
  return (
    <div className={fieldStyles.field}>
      {isLabelHidden ? (
        <span id={`${id}-label`} hidden>
          {label}
        </span>
      ) : (
        <FieldHead id={id} label={label} hint={hint} isRequired={isRequired} isCustomControl onPress={() => field.current?.focus()} />
      )}
      <PressButton
        {...props}
        {...button}
        ref={field}
        onKeyDown={(event) => {
          button.onKeyDown(event)
          if (!isAction) typeahead(event)
        }}
        aria-labelledby={`${id}-value ${id}-label`}
        aria-describedby={describedBy(id, { hint, error })}
        data-invalid={Boolean(error) || undefined}
        className={`${fieldStyles.input} ${styles.trigger}`}
      >
        <span id={`${id}-value`} className={styles.value} data-placeholder={chosen === null || undefined}>
          {chosen?.icon}
          <span>{chosen?.label ?? placeholder}</span>
        </span>
        <ChevronDown aria-hidden />
      </PressButton>
      <FieldError id={id} error={error} />
      {opened && (
        <opened.List
          trigger={trigger}
          focused={opened.focused}
          onClose={close}
          labelId={`${id}-label`}
          options={options}
          chosen={chosen}
          onChoose={choose}
          emptyText={emptyText}
        />
      )}
    </div>
  )
}
