import { limits } from '@parvis/contract'
import { Plus } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { TextField, type TextFieldProps } from '../../ui/fields/TextField.tsx'
import { focusWithin } from '../../ui/overlays/focus-within.ts'
import styles from './Subjects.module.css'
import type { AccountToAdd } from './use-account-to-add.ts'

/** Names one person: there is no directory. */
export function AccountField(props: TextFieldProps) {
  return <TextField hint="Son nom d’utilisateur ou son adresse, en entier." maxLength={limits.email} autoComplete="off" spellCheck="false" {...props} />
}

interface AddAccountProps {
  adding: AccountToAdd
  label: string
  /** Why the form is refused where the name is not. */
  error?: string | undefined
  isDisabled?: boolean | undefined
  /** Chosen with the person: a role. */
  children?: ReactNode
}

/** Names people one by one. Enter takes the name; in a form, Enter in the empty field is the form’s. */
export function AddAccount({ adding, label, error, isDisabled = false, children }: AddAccountProps) {
  const place = useRef<HTMLDivElement>(null)
  const { typed, refusal, isPending, set } = adding
  const add = async () => {
    await adding.add()
    focusWithin(place.current, 'input')
  }
  return (
    <div
      ref={place}
      className={styles.adding}
      data-two-lines={children !== undefined || undefined}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || typed.trim() === '') return
        event.preventDefault()
        void add()
      }}
    >
      <AccountField label={label} value={typed} onChange={set} error={refusal ?? error} isReadOnly={isDisabled || isPending} />
      {children}
      <Button icon={<Plus aria-hidden />} onPress={() => void add()} isDisabled={isDisabled} isPending={isPending} pendingLabel="Ajout…">
        Ajouter
      </Button>
    </div>
  )
}
