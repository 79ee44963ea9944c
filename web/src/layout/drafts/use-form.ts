import { useId, useState, type FormEvent } from 'react'
import { isStale } from '../../api/transport/api-error.ts'
import { focusWithin, invalidFieldSelector } from '../../ui/overlays/focus-within.ts'
import { fieldErrorsOf } from './form-draft.ts'
import { useFormDraft, type FormDraft } from './use-form-draft.ts'

/** Error of each refused field. */
export type FormFieldErrors<Field extends PropertyKey> = Partial<Record<Field, string>>

interface SubmissionOptions<Field extends string, Answer, Failure> {
  /** Finds the errors of the fields before anything is sent. */
  check?: (() => FormFieldErrors<Field>) | undefined
  /** Failure shown above the fields that `check` refused; none by default. */
  describeErrors?: (errors: FormFieldErrors<Field>) => Failure
  send: () => Promise<Answer>
  onDone?: (answer: Answer) => void
  /** Failure shown above the fields; null if the errors beside the fields say it. Not called for an edit conflict, which has its own notice. */
  describe: (error: unknown) => Failure | null
}

interface Submission<Field extends string = string, Failure = string> {
  errors: FormFieldErrors<Field>
  failure: Failure | null
  dismissFailure: () => void
  isPending: boolean
  /** Submits without an event: « Enregistrer mon texte à sa place », for example. */
  submit: () => void
  /** Attributes of the form element. Its `id` links a button outside the form. */
  formProps: { id: string; noValidate: true; onSubmit: (event: FormEvent) => void }
}

/** Submission of a form: checks the fields, sends once at a time, and shows the refusals. The typed values stay on failure. */
function useSubmission<Field extends string = string, Answer = void, Failure = string>(
  options: SubmissionOptions<Field, Answer, Failure>,
): Submission<Field, Failure> {
  const id = useId()
  const [errors, setErrors] = useState<FormFieldErrors<Field>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isPending, setPending] = useState(false)

  function refuse(refused: FormFieldErrors<Field>, sentence: Failure | null) {
    setErrors(refused)
    setFailure(sentence)
    focusWithin(document.getElementById(id), invalidFieldSelector)
  }

  async function run() {
    if (isPending) return
    const found = options.check?.() ?? {}
    if (Object.keys(found).length > 0) return refuse(found, options.describeErrors?.(found) ?? null)
    setErrors({})
    setFailure(null)
    setPending(true)
    try {
      const answer = await options.send()
      setPending(false)
      options.onDone?.(answer)
    } catch (error) {
      setPending(false)
      if (!isStale(error)) refuse(fieldErrorsOf(error) as FormFieldErrors<Field>, options.describe(error))
    }
  }

  const submit = () => void run()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return { errors, failure, dismissFailure: () => setFailure(null), isPending, submit, formProps: { id, noValidate: true, onSubmit } }
}

interface FormOptions<Values extends object, Answer, Failure> extends Omit<
  SubmissionOptions<Extract<keyof Values, string>, Answer, Failure>,
  'check' | 'send'
> {
  /** Name of the stored draft: the form, and the object that it edits. */
  name: string
  /** Initial values. */
  saved: Values
  /** `updated_at` of the object; none for a new one. */
  version?: string | undefined
  check?: (values: Values) => FormFieldErrors<Extract<keyof Values, string>>
  /** Saves the values, under the optimistic lock `expected_updated_at`. */
  send: (values: Values, expected_updated_at: string | undefined) => Promise<Answer>
}

interface Form<Values extends object, Failure = string> extends Submission<Extract<keyof Values, string>, Failure> {
  draft: FormDraft<Values>
  /** Properties of `FormDraftNotice`, besides the labels of the fields. */
  noticeProps: { draft: FormDraft<Values>; onSaveMine: () => void; isSaving: boolean }
}

/** Form with a stored draft, which does not overwrite a version that another person saved meanwhile. */
export function useForm<Values extends object, Answer = void, Failure = string>(options: FormOptions<Values, Answer, Failure>): Form<Values, Failure> {
  const { name, saved, version, check, send } = options
  const draft = useFormDraft<Values>(name, saved, version)
  const submission = useSubmission<Extract<keyof Values, string>, Answer, Failure>({
    ...options,
    check: check && (() => check(draft.values)),
    send: () => draft.save((expected_updated_at) => send(draft.values, expected_updated_at)),
  })
  return { ...submission, draft, noticeProps: { draft, onSaveMine: submission.submit, isSaving: submission.isPending } }
}
