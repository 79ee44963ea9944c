import { FormDialog } from '../../layout/drafts/FormDialog.tsx'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { displayName } from '../../layout/user.ts'
import { UserFields } from './UserFields.tsx'
import { userFieldNames } from './user-form.ts'
import { useUserForm, type UserFormProps } from './use-user-form.ts'

/** Dialog to create or edit an account. */
export function UserFormDialog(props: UserFormProps) {
  const { user, onClose } = props
  const form = useUserForm(props)
  return (
    <FormDialog
      title={user === null ? 'Nouvel utilisateur' : `Modifier «\u00a0${displayName(user)}\u00a0»`}
      verb={user ? 'Enregistrer' : 'Créer le compte'}
      form={form}
      confirmClose={form.confirmClose}
      onClose={onClose}
      autoComplete="off"
    >
      <FormDraftNotice {...form.noticeProps} fields={userFieldNames} />
      <UserFields {...form} />
    </FormDialog>
  )
}
