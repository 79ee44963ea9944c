import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Input, TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components'
import { FieldFailure, FieldHead, type FieldProps } from './Field.tsx'
import styles from './Field.module.css'
import { IconButton } from '../IconButton.tsx'

type Base = Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'isInvalid'> & FieldProps

export interface TextFieldProps extends Base {
  /** Says that it may be left empty, among fields that may not. */
  isOptional?: boolean
  placeholder?: string
}

/** One line of text. `type`, `autoComplete`, `inputMode`, `name`, `value`, `onChange(text)` as in react-aria. */
export function TextField({ label, hint, error, placeholder, isOptional, ...props }: TextFieldProps) {
  return (
    <AriaTextField validationBehavior="aria" {...props} isInvalid={Boolean(error)} className={styles.field ?? ''}>
      <FieldHead label={label} hint={hint} isRequired={props.isRequired} isOptional={isOptional} />
      <Input className={styles.input ?? ''} placeholder={placeholder} />
      <FieldFailure error={error} />
    </AriaTextField>
  )
}

type PasswordFieldProps = Omit<Base, 'type'>

/** A password which can be shown; say `autoComplete` "current-password" or "new-password". */
export function PasswordField({ label, hint, error, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <AriaTextField
      validationBehavior="aria"
      spellCheck="false"
      {...props}
      type={isShown ? 'text' : 'password'}
      isInvalid={Boolean(error)}
      className={styles.field ?? ''}
    >
      <FieldHead label={label} hint={hint} isRequired={props.isRequired} />
      <div className={styles.withAside}>
        <Input className={styles.input ?? ''} />
        <span className={styles.aside}>
          <IconButton icon={isShown ? EyeOff : Eye} label={`${isShown ? 'Masquer' : 'Afficher'} le mot de passe`} onPress={() => setShown(!isShown)} />
        </span>
      </div>
      <FieldFailure error={error} />
    </AriaTextField>
  )
}
