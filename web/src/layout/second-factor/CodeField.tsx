import { TextField } from '../../ui/fields/TextField.tsx'

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  error: string | undefined
  hint?: string
  autoFocus?: boolean
}

/** The code of an application, or a recovery code in its place. */
export const CodeField = (props: CodeFieldProps) => (
  <TextField label="Code à six chiffres, ou code de secours" name="code" autoComplete="one-time-code" spellCheck="false" isRequired {...props} />
)
