import { routes, type Assertion, type RouteAnswer } from '@parvis/contract'
import { useRef, useState } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { fieldErrorsOf } from '../../../api/transport/field-errors.ts'
import { invalidate } from '../../../api/queries.ts'
import { call, useUser } from '../../../api/browser.ts'
import { FormDialog } from '../../../layout/drafts/FormDialog.tsx'
import { useSubmission } from '../../../layout/drafts/use-submission.ts'
import type { AvailableFactors } from '../ReauthenticationDialog.tsx'
import { keyBody, keyFormErrors, newKeyForm } from './key-form.ts'
import { KeyFields } from './KeyFields.tsx'
import { KeyProof, type Proof } from './KeyProof.tsx'
import { NewKeyValue } from './NewKeyValue.tsx'

interface NewKeyDialogProps {
  factors: AvailableFactors
  onClose: () => void
}

/** Dialog that creates a key, then shows its value once. */
export function NewKeyDialog({ factors, onClose }: NewKeyDialogProps) {
  const [value, setValue] = useState<string | null>(null)
  return value === null ? <KeyFormDialog factors={factors} onClose={onClose} onCreated={setValue} /> : <NewKeyValue value={value} onClose={onClose} />
}

type Field = 'name' | 'scopes' | 'expires_at' | 'level_max' | 'assistant_ids' | 'code' | 'current_password'

function KeyFormDialog({ factors, onClose, onCreated }: NewKeyDialogProps & { onCreated: (value: string) => void }) {
  const user = useUser()
  const [now] = useState(() => new Date())
  const [values, setValues] = useState(() => newKeyForm(now))
  const [proof, setProof] = useState<Proof>({ password: '', code: '' })
  const passkey = useRef<Assertion | null>(null)
  const form = useSubmission<Field, RouteAnswer<typeof routes.apiKeys.create>>({
    check: () => keyFormErrors(values, now),
    send() {
      const factor = passkey.current === null ? { code: proof.code } : { passkey: passkey.current }
      const given = user.second_factor_at === null ? { current_password: proof.password } : factor
      passkey.current = null
      return call(routes.apiKeys.create, { body: { ...keyBody(values), ...(user.has_password && given) } })
    },
    onDone({ value }) {
      void invalidate(routes.apiKeys.create)
      onCreated(value)
    },
    describe: (error) => (Object.keys(fieldErrorsOf(error)).length > 0 ? null : sentenceOf(error, 'La clé n’a pas pu être créée. Veuillez réessayer.')),
  })
  return (
    <FormDialog
      title="Nouvelle clé"
      verb="Créer la clé"
      pendingLabel="Création…"
      form={form}
      isChanged={values.name !== ''}
      onClose={onClose}
      autoComplete="off"
    >
      <KeyFields values={values} onChange={(changes) => setValues((before) => ({ ...before, ...changes }))} errors={form.errors} now={now} />
      <KeyProof
        factors={factors}
        proof={proof}
        onChange={(changes) => setProof((before) => ({ ...before, ...changes }))}
        errors={form.errors}
        onPasskey={(signed) => {
          passkey.current = signed
          form.submit()
        }}
      />
    </FormDialog>
  )
}
