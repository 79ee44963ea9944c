import { routes, type User } from '@parvis/contract'
import { call } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { runRowAction } from '../../layout/run-row-action.ts'
import { displayName } from '../../layout/user.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { describeActionError } from './user-errors.ts'
import { invitationSentence, noMailWarning, signsInByOidcOnly } from './user-form.ts'

interface InviteAgainDialogProps {
  user: User
  onClose: () => void
  onDone: (sentence: string, user: User) => void
}

/** Confirmation before sending another invitation to an account that has never signed in. */
export function InviteAgainDialog({ user, onClose, onDone }: InviteAgainDialogProps) {
  const instance = useInstance()
  const hasMail = instance?.mail_host !== null
  const name = `«\u00a0${displayName(user)}\u00a0»`
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Renvoyer l’invitation à ${name}\u00a0?`}
      confirmLabel="Renvoyer"
      pendingLabel="Envoi…"
      tone="primary"
      describeError={describeActionError('Erreur lors de l’envoi de l’invitation')}
      onConfirm={async () => {
        await runRowAction(routes.users.remove, () => call(routes.users.invite, { params: { id: user.id } }))
        onDone(invitationSentence(`L’invitation de ${name}`, hasMail), user)
      }}
    >
      {signsInByOidcOnly(instance, user.is_admin) ? (
        <p>Un nouveau courriel est envoyé à {user.email}&nbsp;: il mène à la page de connexion.</p>
      ) : (
        <p>Un nouveau lien est envoyé à {user.email}&nbsp;; le précédent ne sert plus.</p>
      )}
      {!hasMail && <Banner tone="warning">{noMailWarning.one}</Banner>}
    </ConfirmDialog>
  )
}
