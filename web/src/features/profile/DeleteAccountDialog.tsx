import { routes, type RouteAnswer } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { queryFor } from '../../api/queries.ts'
import { call, useUser } from '../../api/browser.ts'
import { keepFailure, useSubmission, type Submission } from '../../layout/drafts/use-submission.ts'
import { signOut } from '../../layout/sign-out.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { plural } from '../../ui/words/formats.ts'
import { holdingsWords, inheritedWords, deletionRefusal } from '../../ui/words/holdings-words.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { PasswordField } from '../../ui/fields/TextField.tsx'
import styles from './Profile.module.css'

/** Deletes the person's own account in two steps: the consequences, then the password, or a checkbox for an account without a password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const user = useUser()
  const holdings = useQuery({ ...queryFor(routes.rights.holdings), gcTime: 0 })
  const [step, setStep] = useState<'consequences' | 'password'>('consequences')
  const [withShared, setWithShared] = useState(false)
  const [password, setPassword] = useState('')
  const [isSure, setSure] = useState(false)
  const refusal = holdings.data ? deletionRefusal(holdings.data) : null
  const { errors, failure, isPending, formProps } = useSubmission<'password', unknown>({
    check: () => (user.has_password && password === '' ? { password: 'Indiquez votre mot de passe' } : {}),
    describeErrors: keepFailure,
    send: () => call(routes.rights.deleteOwnAccount, { body: { ...(user.has_password && { password }), shared_documents: withShared ? 'delete' : 'keep' } }),
    onDone: () => signOut('Votre compte et vos données ont été supprimés.'),
    describe: (error) => sentenceOf(error, 'Votre compte n’a pas pu être supprimé. Veuillez réessayer.'),
    focusAfter: 'none',
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Supprimer votre compte&nbsp;?"
      isBusy={isPending}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            Annuler
          </Button>
          {step === 'consequences' ? (
            <Button variant="danger" onPress={() => setStep('password')} isDisabled={!holdings.data || refusal !== null}>
              Continuer
            </Button>
          ) : (
            <EraseButton formId={formProps.id} isPending={isPending} isDisabled={!user.has_password && !isSure} />
          )}
        </>
      }
    >
      {step === 'password' ? (
        <LastStep failure={failure} formProps={formProps}>
          {user.has_password ? (
            <PasswordField
              label="Votre mot de passe"
              autoComplete="current-password"
              autoFocus
              isRequired
              value={password}
              onChange={setPassword}
              error={errors.password}
            />
          ) : (
            <Checkbox autoFocus isSelected={isSure} onChange={setSure}>
              Je veux supprimer mon compte
            </Checkbox>
          )}
        </LastStep>
      ) : holdings.data ? (
        <Consequences holdings={holdings.data} withShared={withShared} onShared={setWithShared} />
      ) : holdings.isError ? (
        <ErrorMessage query={holdings}>Le contenu de votre compte n’a pas pu être lu.</ErrorMessage>
      ) : (
        <Skeleton shape="rows" count={3} label="Lecture de votre compte…" />
      )}
    </Dialog>
  )
}

const EraseButton = ({ formId, ...props }: { formId: string; isPending: boolean; isDisabled: boolean }) => (
  <Button variant="danger" type="submit" form={formId} pendingLabel="Suppression…" {...props}>
    Supprimer définitivement
  </Button>
)

interface LastStepProps {
  failure: string | null
  formProps: Submission['formProps']
  /** Confirmation field: password or checkbox. */
  children: ReactNode
}

function LastStep({ failure, formProps, children }: LastStepProps) {
  const { username } = useUser()
  return (
    <form className={styles.form} {...formProps}>
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      <p>Dernière étape&nbsp;: votre compte «&nbsp;{username}&nbsp;» et ce qu’il contient seront effacés aussitôt, sans retour possible.</p>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {children}
    </form>
  )
}

interface ConsequencesProps {
  holdings: RouteAnswer<typeof routes.rights.holdings>
  /** The documents shared in the document base are deleted too. */
  withShared: boolean
  onShared: (withShared: boolean) => void
}

/** Data that is deleted with the account, or the reason why it cannot be deleted. */
function Consequences({ holdings, withShared, onShared }: ConsequencesProps) {
  const refusal = deletionRefusal(holdings)
  return (
    <div className={styles.form}>
      {refusal !== null ? (
        <Banner tone="warning">{refusal}</Banner>
      ) : (
        <>
          <p>Seront effacés, pour toujours&nbsp;:</p>
          <ul className={styles.consequences}>
            {holdingsWords(holdings).map((words) => (
              <li key={words}>{words}</li>
            ))}
            <li>votre profil, et vos sessions sur tous vos appareils</li>
          </ul>
          {inheritedWords(holdings) !== null && <p>{inheritedWords(holdings)}</p>}
          {holdings.shared_assistants > 0 && (
            <p>
              {plural(holdings.shared_assistants, 'assistant')} que d’autres utilisent {holdings.shared_assistants > 1 ? 'deviennent ceux' : 'devient celui'} de
              l’organisation, sans vos fichiers. Vous pouvez d’abord {holdings.shared_assistants > 1 ? 'les' : 'le'} transmettre à quelqu’un, dans «&nbsp;Mes
              assistants&nbsp;».
            </p>
          )}
          {holdings.shared_documents > 0 && (
            <Checkbox
              isSelected={withShared}
              onChange={onShared}
              hint="Sans cela, ils restent dans la base documentaire, sans votre nom."
            >{`Supprimer aussi les documents que j’ai partagés (${holdings.shared_documents})`}</Checkbox>
          )}
          <p className={styles.note}>Pensez à télécharger vos données avant&nbsp;: elles ne pourront pas être retrouvées.</p>
        </>
      )}
    </div>
  )
}
