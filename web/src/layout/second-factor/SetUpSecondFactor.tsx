import { routes, type RouteAnswer } from '@parvis/contract'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { encode } from 'uqr'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { fieldErrorsOf } from '../../api/transport/field-errors.ts'
import { call, useUser } from '../../api/browser.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordField, TextField } from '../../ui/fields/TextField.tsx'
import { focusWithin } from '../../ui/overlays/focus-within.ts'
import { keepFailure, useSubmission } from '../drafts/use-submission.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './SecondFactor.module.css'

type Enrolment = RouteAnswer<typeof routes.secondFactor.begin>

interface SetUpSecondFactorProps {
  /** Called at the end, after the person has saved the recovery codes if there were any. */
  onDone: () => void
  /** Called when the recovery codes are on the screen. */
  onCodesShown: () => void
  /** Link to another method, shown under the first step. */
  alternative?: ReactNode
}

/** Sets up a code application as second factor in three steps: password, application, recovery codes. */
export function SetUpSecondFactor({ onDone, onCodesShown, alternative }: SetUpSecondFactorProps) {
  const [key, setKey] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const container = useRef<HTMLDivElement>(null)
  // Each step replaces the previous one, and its focus.
  useEffect(() => {
    if (key !== null) focusWithin(container.current, codes === null ? 'input' : 'h3, button')
  }, [key, codes])
  return (
    <div ref={container} className={styles.steps}>
      {codes !== null ? (
        <RecoveryCodes codes={codes} onCodesShown={onCodesShown} onDone={onDone} />
      ) : key !== null ? (
        <CodeStep enrolment={key} onCodes={setCodes} onDone={onDone} />
      ) : (
        <PasswordStep onKey={setKey} instead={alternative} />
      )}
    </div>
  )
}

function PasswordStep({ onKey, instead: alternative }: { onKey: (key: Enrolment) => void; instead: ReactNode }) {
  const user = useUser()
  const [password, setPassword] = useState('')
  const { errors, failure, isPending, formProps } = useSubmission<'password', Enrolment>({
    check: () => (password === '' ? { password: 'Indiquez votre mot de passe' } : {}),
    describeErrors: keepFailure,
    send: () => call(routes.secondFactor.begin, { body: { password } }),
    onDone: onKey,
    describe: (error) => (fieldErrorsOf(error)['password'] ? null : sentenceOf(error, 'La clé n’a pas pu être tirée. Veuillez réessayer.')),
    focusAfter: 'none',
  })
  return (
    <form className={styles.steps} {...formProps}>
      {failure && <Banner tone="error">{failure}</Banner>}
      <p>
        Il vous faut une application de codes sur votre téléphone ou dans votre gestionnaire de mots de passe (FreeOTP, Aegis, KeePassXC…). Elle donne un code à
        chaque connexion, sans réseau.
      </p>
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordField label="Votre mot de passe" autoComplete="current-password" isRequired value={password} onChange={setPassword} error={errors.password} />
      <div>
        <Button type="submit" variant="primary" isPending={isPending} pendingLabel="Un instant…">
          Continuer
        </Button>
      </div>
      {alternative}
    </form>
  )
}

interface ConfirmProps {
  enrolment: Enrolment
  onCodes: (codes: string[]) => void
  onDone: () => void
}

function CodeStep({ enrolment: { secret, uri }, onCodes, onDone }: ConfirmProps) {
  const [code, setCode] = useState('')
  const { errors, failure, isPending, formProps } = useSubmission<'code', RouteAnswer<typeof routes.secondFactor.confirm>>({
    check: () => (code.trim() === '' ? { code: 'Saisissez le code affiché' } : {}),
    describeErrors: keepFailure,
    send: () => call(routes.secondFactor.confirm, { body: { code } }),
    // Empty if the account already has recovery codes.
    onDone: ({ recovery_codes }) => (recovery_codes.length === 0 ? onDone() : onCodes(recovery_codes)),
    describe: (error) => (fieldErrorsOf(error)['code'] ? null : sentenceOf(error, 'Le code n’a pas pu être vérifié. Veuillez réessayer.')),
    focusAfter: 'none',
  })
  return (
    <form className={styles.steps} {...formProps}>
      {failure && <Banner tone="error">{failure}</Banner>}
      <p>Photographiez cette image avec l’application, ou tapez-y la clé.</p>
      <div className={styles.key}>
        <QrCode text={uri} />
        <dl>
          <dt>Clé à taper</dt>
          <dd className={styles.secret}>{secret.match(/.{1,4}/g)!.join(' ')}</dd>
        </dl>
      </div>
      <TextField
        label="Code affiché par l’application"
        hint="Six chiffres, qui changent toutes les trente secondes."
        inputMode="numeric"
        autoComplete="one-time-code"
        isRequired
        value={code}
        onChange={setCode}
        error={errors.code}
      />
      <div>
        <Button type="submit" variant="primary" isPending={isPending} pendingLabel="Vérification…">
          Activer
        </Button>
      </div>
    </form>
  )
}

/** QR code of a text, dark on light in every theme because applications read no other. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="Image à photographier avec votre application de codes"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
