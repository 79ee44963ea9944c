import { useState, type FormEvent } from 'react'
import { ApiError, failureMessageOf, type FailureMessage } from '../../api/transport/api-error.ts'
import { hasErrors, type FieldErrors } from './rules.ts'

export interface AuthForm {
  errors: FieldErrors
  /** Error of the server that is not about a single field. */
  failure: FailureMessage | null
  isPending: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * Submission of an authentication form: checks the fields, then calls the server. What was typed is kept, and the first invalid field gets the focus.
 * @param fallback sentence shown when the server gives none (specification, chapter 8)
 */
export function useAuthForm(check: () => FieldErrors, submit: () => Promise<unknown>, fallback: string): AuthForm {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<FailureMessage | null>(null)
  const [isPending, setPending] = useState(false)

  function showErrors(found: FieldErrors, form: HTMLFormElement) {
    setErrors(found)
    const names = Object.keys(found).filter((name) => found[name])
    // The first field in page order, not in the order of the errors.
    requestAnimationFrame(() => [...form.querySelectorAll('input')].find((input) => names.includes(input.name))?.focus())
  }

  async function run(form: HTMLFormElement) {
    const found = check()
    setFailure(null)
    showErrors(found, form)
    if (hasErrors(found)) return
    setPending(true)
    try {
      await submit()
    } catch (error) {
      if (error instanceof ApiError && hasErrors(error.fields)) showErrors(error.fields, form)
      else setFailure(failureMessageOf(error, fallback))
    } finally {
      setPending(false)
    }
  }

  return {
    errors,
    failure,
    isPending,
    onSubmit(event) {
      event.preventDefault()
      if (!isPending) void run(event.currentTarget)
    },
  }
}
