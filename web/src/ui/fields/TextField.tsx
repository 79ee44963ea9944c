import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { FieldError, FieldHead, useTextInput, type InputProps } from './Field.tsx'
import styles from './Field.module.css'
import { IconButton } from '../IconButton.tsx'

interface TextFieldProps extends InputProps {
  /** Marks the field as optional, among required ones. */
  isOptional?: boolean
}

/** Text field of one line; `type`, `autoComplete`, `inputMode` and `name` as for `<input>`. */
export function TextField({ label, hint, error, isRequired, isOptional, isDisabled, isReadOnly, onChange, ...props }: TextFieldProps) {
  const written = useTextInput({ hint, error, isRequired, isDisabled, isReadOnly, onChange })
  const { id } = written
  return (
    <div className={styles.field}>
      <FieldHead id={id} label={label} hint={hint} isRequired={isRequired} isOptional={isOptional} />
      <input type="text" {...props} {...written} />
      <FieldError id={id} error={error} />
    </div>
  )
}

/** Password field with a button that shows the text. Set `autoComplete` to "current-password" or "new-password". */
export function PasswordField({ label, hint, error, isRequired, isDisabled, isReadOnly, onChange, ...props }: Omit<InputProps, 'type'>) {
  const [isShown, setShown] = useState(false)
  const written = useTextInput({ hint, error, isRequired, isDisabled, isReadOnly, onChange })
  const { id } = written
  return (
    <div className={styles.field}>
      <FieldHead id={id} label={label} hint={hint} isRequired={isRequired} />
      <div className={styles.withAside}>
        <input spellCheck={false} {...props} {...written} type={isShown ? 'text' : 'password'} />
        <span className={styles.aside}>
          <IconButton icon={isShown ? EyeOff : Eye} label={`${isShown ? 'Masquer' : 'Afficher'} le mot de passe`} onPress={() => setShown(!isShown)} />
        </span>
      </div>
      <FieldError id={id} error={error} />
    </div>
  )
}
