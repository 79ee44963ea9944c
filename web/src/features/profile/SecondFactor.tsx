import { routes } from '@parvis/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { invalidate } from '../../api/ask.ts'
import { call, session } from '../../api/browser.ts'
import { useUser } from '../../api/session/session.tsx'
import { RecoveryCodes } from '../../layout/second-factor/RecoveryCodes.tsx'
import { SetUpSecondFactor } from '../../layout/second-factor/SetUpSecondFactor.tsx'
import { useShownCodes } from '../../layout/second-factor/use-shown-codes.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { formatDateTime } from '../../ui/words/formats.ts'
import styles from './Profile.module.css'
import { ProofFields, type Proof } from './ProofFields.tsx'
import { useLostFocus } from './use-lost-focus.ts'

type Task = 'set-up' | 'renew' | 'remove'

interface SecondFactorProps {
  /** Since when an application of codes is in use; null: none is. */
  codeAt: string | null
  /** One of the passkeys can be shown in the place of a code. */
  canProveByKey: boolean
}

/** A code beside the password: set up, recovery codes renewed, taken away. */
export function SecondFactor({ codeAt, canProveByKey }: SecondFactorProps) {
  const { second_factor_at } = useUser()
  const [task, setTask] = useState<Task | null>(null)
  const section = useRef<HTMLElement>(null)
  useLostFocus(section, String(codeAt))
  async function close() {
    setTask(null)
    await session.verify(true)
    await invalidate(routes.secondFactor.remove)
  }
  return (
    <section ref={section} aria-labelledby="double-authentification" className={styles.block}>
      <h3 id="double-authentification" tabIndex={-1}>
        Double authentification
      </h3>
      {second_factor_at === null ? (
        <p className={styles.note}>Un code de votre téléphone, en plus du mot de passe&nbsp;: qui le devine ou le vole n’entre pas.</p>
      ) : (
        <p className={styles.note}>
          Active depuis le {formatDateTime(second_factor_at)}
          {codeAt === null ? ', par vos clés d’accès. Un code de votre téléphone peut servir aussi.' : '.'}
        </p>
      )}
      <div className={styles.dataActions}>
        {codeAt === null && (
          <Button onPress={() => setTask('set-up')}>
            {second_factor_at === null ? 'Activer la double authentification' : 'Ajouter une application de codes'}
          </Button>
        )}
        {second_factor_at !== null && <Button onPress={() => setTask('renew')}>Nouveaux codes de secours</Button>}
        {codeAt !== null && <Button onPress={() => setTask('remove')}>Désactiver</Button>}
      </div>
      {task === 'set-up' && <SetUpDialog onClose={() => void close()} />}
      {(task === 'renew' || task === 'remove') && (
        <TaskDialog task={task} hasCodes={codeAt !== null} canProveByKey={canProveByKey} onClose={() => void close()} />
      )}
    </section>
  )
}

function SetUpDialog({ onClose }: { onClose: () => void }) {
  const { leave, onShown } = useShownCodes()
  return (
    <Dialog isOpen onClose={() => leave(onClose)} title="Double authentification">
      <SetUpSecondFactor onShown={onShown} onDone={onClose} />
    </Dialog>
  )
}

const words = {
  renew: { title: 'Nouveaux codes de secours', lead: 'Les anciens ne vaudront plus rien.', button: 'Les remplacer', variant: 'primary' },
  remove: {
    title: 'Désactiver l’application de codes\u00a0?',
    lead: 'Sans clé d’accès, votre mot de passe suffira de nouveau, à vous comme à qui le connaîtrait.',
    button: 'Désactiver',
    variant: 'danger',
  },
} as const

interface TaskDialogProps {
  task: keyof typeof words
  hasCodes: boolean
  canProveByKey: boolean
  onClose: () => void
}

function TaskDialog({ task, hasCodes, canProveByKey, onClose }: TaskDialogProps) {
  const { title, lead, button, variant } = words[task]
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { leave, onShown } = useShownCodes()
  const act = useMutation({
    mutationFn: async (proof: Proof) => {
      if (task === 'renew') return (await call(routes.secondFactor.renewCodes, { body: { password, ...proof } })).recovery_codes
      await call(routes.secondFactor.remove, { body: { password, ...proof } })
      onClose()
      return null
    },
  })
  const fields = act.error instanceof ApiError ? act.error.fields : {}
  const isField = Object.keys(fields).length > 0
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!act.isPending) act.mutate({ code })
  }
  if (act.data)
    return (
      <Dialog isOpen onClose={() => leave(onClose)} title={title}>
        <RecoveryCodes codes={act.data} onShown={onShown} onDone={onClose} />
      </Dialog>
    )
  const formId = 'second-factor'
  const actions = <FormActions onCancel={onClose} isPending={act.isPending} form={formId} variant={variant} verb={button} pendingLabel="Un instant…" />
  return (
    <Dialog isOpen onClose={onClose} title={title} isBusy={act.isPending} actions={actions}>
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        {act.isError && !isField && <Banner tone="error">{sentenceOf(act.error, 'Rien n’a changé. Veuillez réessayer.')}</Banner>}
        <p>{lead}</p>
        <ProofFields
          password={password}
          onPassword={setPassword}
          code={code}
          onCode={setCode}
          errors={fields}
          hasCodes={hasCodes}
          hasKey={canProveByKey}
          keyLabel={`${button} avec une clé d’accès`}
          onKey={(passkey) => act.mutateAsync({ passkey }).catch(() => undefined)}
        />
      </form>
    </Dialog>
  )
}
