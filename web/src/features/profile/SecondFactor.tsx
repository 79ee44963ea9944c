import { routes } from '@parvis/contract'
import { useRef, useState } from 'react'
import { invalidate } from '../../api/queries.ts'
import { call, session, useUser } from '../../api/browser.ts'
import { RecoveryCodes, useRecoveryCodesGuard } from '../../layout/second-factor/RecoveryCodes.tsx'
import { SetUpSecondFactor } from '../../layout/second-factor/SetUpSecondFactor.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { formatDateTime } from '../../ui/words/formats.ts'
import styles from './Profile.module.css'
import { ReauthenticationDialog, type AvailableFactors } from './ReauthenticationDialog.tsx'
import { useRestoredFocus } from './use-lost-focus.ts'

type Task = 'set-up' | 'renew' | 'remove'

interface SecondFactorProps {
  /** Date from which an authenticator application has been in use; null when there is none. */
  codeAt: string | null
  factors: AvailableFactors
}

/** Section of the authenticator application: set it up, renew the recovery codes, remove it. */
export function SecondFactor({ codeAt, factors }: SecondFactorProps) {
  const { second_factor_at } = useUser()
  const [task, setTask] = useState<Task | null>(null)
  const section = useRef<HTMLElement>(null)
  useRestoredFocus(section, String(codeAt))
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
      {(task === 'renew' || task === 'remove') && <TaskDialog task={task} held={factors} onClose={() => void close()} />}
    </section>
  )
}

function SetUpDialog({ onClose }: { onClose: () => void }) {
  const { leave, onShown } = useRecoveryCodesGuard()
  return (
    <Dialog isOpen onClose={() => leave(onClose)} title="Double authentification">
      <SetUpSecondFactor onCodesShown={onShown} onDone={onClose} />
    </Dialog>
  )
}

const taskTexts = {
  renew: { title: 'Nouveaux codes de secours', lead: 'Les anciens ne vaudront plus rien.', verb: 'Les remplacer', variant: 'primary' },
  remove: {
    title: 'Désactiver l’application de codes\u00a0?',
    lead: 'Sans clé d’accès, votre mot de passe suffira de nouveau, à vous comme à qui le connaîtrait.',
    verb: 'Désactiver',
    variant: 'danger',
  },
} as const

interface TaskDialogProps {
  task: keyof typeof taskTexts
  held: AvailableFactors
  onClose: () => void
}

function TaskDialog({ task, held, onClose }: TaskDialogProps) {
  const { title, lead, verb, variant } = taskTexts[task]
  const [codes, setCodes] = useState<string[] | null>(null)
  const { leave, onShown } = useRecoveryCodesGuard()
  if (codes)
    return (
      <Dialog isOpen onClose={() => leave(onClose)} title={title}>
        <RecoveryCodes codes={codes} onCodesShown={onShown} onDone={onClose} />
      </Dialog>
    )
  async function act(body: { password: string }) {
    if (task === 'renew') return setCodes((await call(routes.secondFactor.renewCodes, { body })).recovery_codes)
    await call(routes.secondFactor.remove, { body })
    onClose()
  }
  return (
    <ReauthenticationDialog {...{ title, verb, variant, onConfirm: act, onClose }} {...held}>
      {lead}
    </ReauthenticationDialog>
  )
}
