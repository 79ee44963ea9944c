import { useId, useRef } from 'react'
import { ReadOnlyFields } from '../../layout/drafts/FormDialog.tsx'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { displayName } from '../../layout/user.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { UserFields } from './UserFields.tsx'
import { userFieldNames } from './user-form.ts'
import styles from './UsersPage.module.css'
import { useUserForm, type UserFormProps } from './use-user-form.ts'

/** Dialog to create or edit an account. */
export function UserFormDialog(props: UserFormProps) {
  const { user } = props
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const account = useUserForm(props, (errors) => {
    const [first] = Object.keys(errors)
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  })
  const { draft, failure, isPending, save, close } = account
  return (
    <Dialog
      isOpen
      onClose={close}
      title={user === null ? 'Nouvel utilisateur' : `Modifier «\u00a0${displayName(user)}\u00a0»`}
      isBusy={isPending}
      actions={<FormActions onCancel={close} isPending={isPending} form={formId} verb={user ? 'Enregistrer' : 'Créer le compte'} />}
    >
      <form
        ref={form}
        id={formId}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        noValidate
        autoComplete="off"
      >
        {failure && <Banner tone="error">{failure}</Banner>}
        <FormDraftNotice draft={draft} fields={userFieldNames} onSaveMine={() => void save()} isSaving={isPending} />
        <ReadOnlyFields isHeld={isPending}>
          <UserFields {...account} />
        </ReadOnlyFields>
      </form>
    </Dialog>
  )
}
