import { useFormDraft, type FormDraft } from './use-form-draft.ts'
import { useSubmission, type FormFieldErrors, type Submission, type SubmissionOptions } from './use-submission.ts'

type FieldOf<Values> = Extract<keyof Values, string>

interface FormOptions<Values extends object, Answer, Failure, Field extends string> extends Omit<SubmissionOptions<Field, Answer, Failure>, 'check' | 'send'> {
  /** Name of the stored draft: the form, and the object that it edits. */
  name: string
  /** Initial values. */
  saved: Values
  /** `updated_at` of the object; none for a new one. */
  version?: string | undefined
  check?: (values: Values) => FormFieldErrors<Field>
  /** Saves the values, under the optimistic lock `expected_updated_at`. */
  send: (values: Values, expected_updated_at: string | undefined) => Promise<Answer>
}

interface Form<Values extends object, Failure, Field extends string> extends Submission<Field, Failure> {
  draft: FormDraft<Values>
  /** Properties of `FormDraftNotice`, besides the labels of the fields. */
  noticeProps: { draft: FormDraft<Values>; onSaveMine: () => void; isSaving: boolean }
}

/**
 * Form with a stored draft, which does not overwrite a version that another person saved meanwhile. `Field` names the refused fields, among them those that
 * the draft does not store, such as passwords.
 */
export function useForm<Values extends object, Answer = void, Failure = string, Field extends string = FieldOf<Values>>(
  options: FormOptions<Values, Answer, Failure, Field>,
): Form<Values, Failure, Field> {
  const { name, saved, version, check, send } = options
  const draft = useFormDraft<Values>(name, saved, version)
  const submission = useSubmission<Field, Answer, Failure>({
    ...options,
    check: check && (() => check(draft.values)),
    send: () => draft.save((expected_updated_at) => send(draft.values, expected_updated_at)),
  })
  return { ...submission, draft, noticeProps: { draft, onSaveMine: submission.submit, isSaving: submission.isPending } }
}
