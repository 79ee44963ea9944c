import { useId, useState, type FormEvent } from 'react'
import { isStale } from '../../api/transport/api-error.ts'
import { fieldErrorsOf } from '../../api/transport/field-errors.ts'
import { focusWithin, invalidFieldSelector } from '../../ui/overlays/focus-within.ts'

/** Error of each refused field. */
export type FormFieldErrors<Field extends PropertyKey> = Partial<Record<Field, string>>

export interface SubmissionOptions<Field extends string, Answer, Failure> {
  /** Finds the errors of the fields before anything is sent. */
  check?: (() => FormFieldErrors<Field>) | undefined
  /** Failure shown above the fields that `check` refused; none by default. @param previous failure of the last submission */
  describeErrors?: (errors: FormFieldErrors<Field>, previous: Failure | null) => Failure | null
  send: () => Promise<Answer>
  onDone?: (answer: Answer) => void
  /** Failure shown above the fields; null if the errors beside the fields say it. Not called for an edit conflict, which has its own notice. */
  describe: (error: unknown) => Failure | null
  /** Called after an edit conflict, to refetch an outdated list for example. */
  onStale?: () => void
  /** Refusals that move the focus to the first refused field; by default, those of `check` and those of the server. */
  focusAfter?: 'check' | 'none'
}

export interface Submission<Field extends string = string, Failure = string> {
  errors: FormFieldErrors<Field>
  failure: Failure | null
  dismissFailure: () => void
  clearErrors: () => void
  isPending: boolean
  /** Submits without an event: « Enregistrer mon texte à sa place », for example. */
  submit: () => void
  /** Attributes of the form element. Its `id` links a button outside the form. */
  formProps: { id: string; noValidate: true; onSubmit: (event: FormEvent) => void }
}

/** Option `describeErrors` of a form whose failure stays until the next request. */
export const keepFailure = <Failure>(_errors: object, previous: Failure | null): Failure | null => previous

/** Submission of a form: checks the fields, sends once at a time, and shows the refusals. The typed values stay on failure. */
export function useSubmission<Field extends string = string, Answer = void, Failure = string>(
  options: SubmissionOptions<Field, Answer, Failure>,
): Submission<Field, Failure> {
  const id = useId()
  const [errors, setErrors] = useState<FormFieldErrors<Field>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isPending, setPending] = useState(false)

  function showRefusal(refused: FormFieldErrors<Field>, sentence: Failure | null, movesFocus: boolean) {
    setErrors(refused)
    setFailure(sentence)
    if (movesFocus) focusWithin(document.getElementById(id), invalidFieldSelector)
  }

  async function run() {
    if (isPending) return
    const fieldErrors = options.check?.() ?? {}
    if (Object.keys(fieldErrors).length > 0)
      return showRefusal(fieldErrors, options.describeErrors?.(fieldErrors, failure) ?? null, options.focusAfter !== 'none')
    showRefusal({}, null, false)
    setPending(true)
    try {
      const answer = await options.send()
      setPending(false)
      options.onDone?.(answer)
    } catch (error) {
      setPending(false)
      if (isStale(error)) return options.onStale?.()
      showRefusal(fieldErrorsOf(error) as FormFieldErrors<Field>, options.describe(error), !options.focusAfter)
    }
  }

  const submit = () => void run()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return {
    errors,
    failure,
    dismissFailure: () => setFailure(null),
    clearErrors: () => setErrors({}),
    isPending,
    submit,
    formProps: { id, noValidate: true, onSubmit },
  }
}
