import { useState, type FormEvent } from 'react'
import { ApiError, failureOf, type Failure } from '../../api/transport/api-error.ts'
import { hasErrors, type FieldErrors } from './rules.ts'

export interface AuthForm {
  errors: FieldErrors
  /** What the server refused, when it is not one field. */
  failure: Failure | null
  isPending: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * What the authentication forms share: rules first, then the server; what was typed stays, the first wrong field takes the focus.
 * @param fallback sentence when the server gives none (specification, chapter 8)
 */
export function useAuthForm(check: () => FieldErrors, submit: () => Promise<unknown>, fallback: string): AuthForm {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isPending, setPending] = useState(false)

  function show(found: FieldErrors, form: HTMLFormElement) {
    setErrors(found)
    const names = Object.keys(found).filter((name) => found[name])
    // In the order of the page, not of the errors.
    requestAnimationFrame(() => [...form.querySelectorAll('input')].find((input) => names.includes(input.name))?.focus())
  }

  async function run(form: HTMLFormElement) {
    const found = check()
    setFailure(null)
    show(found, form)
    if (hasErrors(found)) return
    setPending(true)
    try {
      await submit()
    } catch (error) {
      if (error instanceof ApiError && hasErrors(error.fields)) show(error.fields, form)
      else setFailure(failureOf(error, fallback))
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
