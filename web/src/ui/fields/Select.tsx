import { ChevronDown } from 'lucide-react'
import { useId, useRef, type ReactNode } from 'react'
import { Button as AriaButton, LabelContext, TextContext } from 'react-aria-components'
import { onDemand, useOpening } from '../overlays/use-opening.ts'
import { FieldHead, type FieldProps } from './Field.tsx'
import fieldStyles from './Field.module.css'
import styles from './Select.module.css'
import { useTyping } from './use-typing.ts'

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

const openList = onDemand(async () => (await import('./OpenList.tsx')).OpenList)

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
  isRequired,
  ...props
}: SelectProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { trigger, focused, close, triggerProps } = useOpening(openList, 'La liste n’a pas pu être ouverte\u00a0: vérifiez votre connexion, puis réessayez.')
  const chosen = options.find((option) => option.id === value) ?? null
  const choose = (next: string) => next !== value && onChange(next)
  const type = useTyping(options, value, choose)
  const Loaded = openList.current
  return (
    <div className={fieldStyles.field ?? ''}>
      {isLabelHidden ? (
        <span id={`${id}-label`} hidden>
          {label}
        </span>
      ) : (
        <LabelContext value={{ id: `${id}-label`, elementType: 'span', onClick: () => button.current?.focus() }}>
          <TextContext value={{ slots: { description: { id: `${id}-hint` } } }}>
            <FieldHead label={label} hint={hint} isRequired={isRequired} />
          </TextContext>
        </LabelContext>
      )}
      <AriaButton
        {...props}
        {...triggerProps}
        ref={button}
        onKeyDown={(event) => {
          triggerProps.onKeyDown(event)
          type(event)
        }}
        aria-haspopup="listbox"
        aria-labelledby={`${id}-value ${id}-label`}
        aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
        data-invalid={Boolean(error) || undefined}
        className={`${fieldStyles.input} ${styles.trigger}`}
      >
        <span id={`${id}-value`} className={styles.value} data-placeholder={chosen === null || undefined}>
          {chosen?.icon}
          <span>{chosen?.label ?? placeholder}</span>
        </span>
        <ChevronDown aria-hidden />
      </AriaButton>
      {error && (
        <span id={`${id}-error`} className={fieldStyles.error}>
          {error}
        </span>
      )}
      {Loaded !== null && (
        <Loaded
          trigger={trigger}
          isOpen={focused !== null}
          focused={focused ?? 'first'}
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
