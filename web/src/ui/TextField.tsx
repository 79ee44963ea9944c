import { Eye, EyeOff, Search, X } from 'lucide-react'
import { useState } from 'react'
import {
  Input,
  SearchField as AriaSearchField,
  TextField as AriaTextField,
  type SearchFieldProps as AriaSearchFieldProps,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components'
import { FieldFailure, FieldHead, type FieldProps } from './Field.tsx'
import styles from './Field.module.css'
import { IconButton } from './IconButton.tsx'

type Base = Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'isInvalid'> & FieldProps

export interface TextFieldProps extends Base {
  placeholder?: string
}

/** One line of text. `type`, `autoComplete`, `inputMode`, `name`, `value`, `onChange(text)` as in react-aria. */
export function TextField({ label, hint, error, placeholder, ...props }: TextFieldProps) {
  return (
    <AriaTextField validationBehavior="aria" {...props} isInvalid={Boolean(error)} className={styles.field ?? ''}>
      <FieldHead label={label} hint={hint} isRequired={props.isRequired} />
      <Input className={styles.input ?? ''} placeholder={placeholder} />
      <FieldFailure error={error} />
    </AriaTextField>
  )
}

export type PasswordFieldProps = Omit<Base, 'type'>

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
          <IconButton label={isShown ? 'Masquer le mot de passe' : 'Afficher le mot de passe'} onPress={() => setShown(!isShown)}>
            {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </IconButton>
        </span>
      </div>
      <FieldFailure error={error} />
    </AriaTextField>
  )
}

export interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'className' | 'style' | 'children'> {
  label: string
  /** The label is read aloud but not drawn. Default true: the placeholder and the lens suffice to the eye. */
  isLabelHidden?: boolean
  placeholder?: string
}

/** Search box with a lens and a button that empties it (Escape too). */
export function SearchField({ label, isLabelHidden = true, placeholder = label, ...props }: SearchFieldProps) {
  return (
    <AriaSearchField {...props} aria-label={isLabelHidden ? label : undefined} className={`${styles.field} ${styles.search}`}>
      {!isLabelHidden && <FieldHead label={label} />}
      <div className={`${styles.withAside} ${styles.withLead}`}>
        <Search className={styles.lead} aria-hidden />
        <Input className={styles.input ?? ''} placeholder={placeholder} />
        <span className={styles.aside}>
          <IconButton label="Effacer la recherche">
            <X aria-hidden />
          </IconButton>
        </span>
      </div>
    </AriaSearchField>
  )
}
