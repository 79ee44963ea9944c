import { TextField } from '../../ui/fields/TextField.tsx'

interface CodeFieldProps {
  label?: string | undefined
  value: string
  onChange: (code: string) => void
  error: string | undefined
  hint?: string
  autoFocus?: boolean
  /** False if a passkey can be used instead. */
  isRequired?: boolean
}

/** Field for a code of the authenticator application, or a recovery code. */
export const CodeField = ({ label = 'Code à six chiffres, ou code de secours', ...props }: CodeFieldProps) => (
  <TextField label={label} name="code" autoComplete="one-time-code" spellCheck="false" isRequired {...props} />
)
