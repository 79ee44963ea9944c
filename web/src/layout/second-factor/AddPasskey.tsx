import { limits, routes } from '@parvis/contract'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { fieldErrorsOf } from '../../api/transport/field-errors.ts'
import { call, useUser } from '../../api/browser.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordField, TextField } from '../../ui/fields/TextField.tsx'
import { createPasskey, passkeySentence } from './passkey.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './SecondFactor.module.css'

interface AddPasskeyProps {
  /** Initial name of the passkey. */
  name: string
  /** Called once the passkey is added, after the person has saved the recovery codes if there were any. */
  onDone: () => void
  /** Called when the recovery codes are on the screen. */
  onCodesShown: () => void
  /** Link to another method, shown under the form. Removed with it, so that nobody leaves recovery codes that are shown once. */
  alternative?: ReactNode
}

/** Adds a passkey: name and password, then the device's own dialog, then the recovery codes if it is the first second factor. */
export function AddPasskey({ name: initialName, onDone, onCodesShown, alternative }: AddPasskeyProps) {
  const user = useUser()
  const [name, setName] = useState(initialName)
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<Record<string, string>>({})
  const add = useMutation({
    mutationFn: async () => {
      const credential = await createPasskey(await call(routes.passkeys.creation, { body: { password } }))
      return call(routes.passkeys.add, { body: { name, credential } })
    },
    onSuccess: ({ recovery_codes }) => recovery_codes.length === 0 && onDone(),
  })
  const refused = fieldErrorsOf(add.error)
  const isField = 'name' in refused || 'password' in refused
  function submit(event: FormEvent) {
    event.preventDefault()
    const errors = {
      ...(name.trim() === '' && { name: 'Donnez un nom à cette clé.' }),
      ...(password === '' && { password: 'Indiquez votre mot de passe.' }),
    }
    setMissing(errors)
    if (Object.keys(errors).length === 0 && !add.isPending) add.mutate()
  }
  if (add.data && add.data.recovery_codes.length > 0) return <RecoveryCodes codes={add.data.recovery_codes} onCodesShown={onCodesShown} onDone={onDone} />
  return (
    <form className={styles.steps} onSubmit={submit} noValidate>
      {add.isError && !isField && <Banner tone="error">{passkeySentence(add.error, 'La clé d’accès n’a pas pu être ajoutée. Veuillez réessayer.')}</Banner>}
      <TextField
        label="Nom de la clé"
        hint="Pour la reconnaître&nbsp;: téléphone, clé du bureau…"
        autoComplete="off"
        maxLength={limits.passkeyName}
        autoFocus={initialName === ''}
        isRequired
        value={name}
        onChange={setName}
        error={missing['name'] ?? refused['name']}
      />
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordField
        label="Votre mot de passe"
        autoComplete="current-password"
        autoFocus={initialName !== ''}
        isRequired
        value={password}
        onChange={setPassword}
        error={missing['password'] ?? refused['password']}
      />
      <div>
        <Button type="submit" variant="primary" isPending={add.isPending} pendingLabel="Suivez ce que demande votre appareil…">
          Créer la clé d’accès
        </Button>
      </div>
      {alternative}
    </form>
  )
}
