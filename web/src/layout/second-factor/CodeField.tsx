import { TextField } from '../../ui/fields/TextField.tsx'

interface CodeFieldProps {
  label?: string | undefined
  value: string
  onChange: (code: string) => void
  error: string | undefined
  hint?: string
  autoFocus?: boolean
  /** False where a key can be shown in its place. */
  isRequired?: boolean
}

/** The code of an application, or a recovery code in its place. */
export const CodeField = ({ label = 'Code à six chiffres, ou code de secours', ...props }: CodeFieldProps) => (
  <TextField label={label} name="code" autoComplete="one-time-code" spellCheck="false" isRequired {...props} />
)
