import { holdRules } from '@parvis/contract'
import { useState, type FormEvent } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { fieldErrorsOf } from '../../api/transport/field-errors.ts'
import { SinglePerson } from '../../layout/people/SinglePerson.tsx'
import { useSinglePerson } from '../../layout/people/use-single-person.ts'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import styles from './RetentionPage.module.css'
import { useRetentionChanges } from './use-retention.ts'

type Scope = 'everything' | 'account'

/** Dialog that places a legal hold on one account, or on every purge. */
export function HoldDialog({ onClose }: { onClose: () => void }) {
  const { hold } = useRetentionChanges()
  const announce = useAnnounce()
  const [scope, setScope] = useState<Scope>('account')
  const person = useSinglePerson({ status: 'all' })
  const [reason, setReason] = useState('')
  const confirmLeave = useUnsaved(scope === 'everything' || !person.isEmpty || reason !== '')
  const close = () => confirmLeave(onClose)
  const [isTried, setTried] = useState(false)
  const fields = fieldErrorsOf(hold.error)

  const isMissing = scope === 'account' && person.isEmpty

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (hold.isPending || person.picking.isPending || isMissing || reason.trim() === '') return
    const heldAccount = scope === 'account' ? await person.resolve().catch(() => null) : null
    if (scope === 'account' && heldAccount === null) return
    hold.mutate(
      { user_id: heldAccount?.id ?? null, reason },
      {
        onSuccess: () => {
          announce('Gel posé')
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      isOpen
      onClose={close}
      title="Geler les purges"
      isBusy={hold.isPending}
      actions={<FormActions onCancel={close} isPending={hold.isPending} form="hold" verb="Geler" pendingLabel="Gel…" />}
    >
      <form id="hold" className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {hold.isError && <Banner tone="error">{sentenceOf(hold.error, 'Le gel n’a pas pu être posé. Veuillez réessayer.')}</Banner>}
        <Segments
          label="Que geler"
          options={[
            { id: 'account', label: 'Un compte' },
            { id: 'everything', label: 'Toutes les purges' },
          ]}
          value={scope}
          onChange={setScope}
        />
        {scope === 'account' ? (
          <SinglePerson
            label="Compte"
            person={person}
            isRequired
            autoFocus
            error={isTried && isMissing ? 'Choisissez un compte, ou toutes les purges' : fields['user_id']}
          />
        ) : (
          <p className={styles.muted}>Plus rien n’est supprimé par une règle, pour personne.</p>
        )}
        <TextField
          label="Motif"
          hint="Une référence de dossier suffit. Les administrateurs le lisent."
          isRequired
          maxLength={holdRules.reason.max}
          value={reason}
          onChange={setReason}
          error={isTried && reason.trim() === '' ? holdRules.reason.required : fields['reason']}
        />
      </form>
    </Dialog>
  )
}
