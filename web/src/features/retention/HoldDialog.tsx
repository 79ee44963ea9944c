import { constants, type User } from '@parvis/contract'
import { useState, type FormEvent } from 'react'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { displayName } from '../../layout/user.ts'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { plural } from '../../ui/words/formats.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useDebounced } from '../../ui/fields/use-debounced.ts'
import styles from './RetentionPage.module.css'
import { usePeople, useRetentionChanges } from './use-retention.ts'

const everything = 'tout'
type Target = User | typeof everything

/** Accounts to choose from, and how many more there are. Who was chosen stays among them, whatever is looked for next. */
function usePeopleFound(target: Target | null) {
  const [search, setSearch] = useState('')
  const people = usePeople(useDebounced(search.trim(), constants.conversationSearchDebounceMs))
  const found = people.data?.users ?? []
  const listed = target !== null && target !== everything && !found.some(({ id }) => id === target.id) ? [target, ...found] : found
  return { search, setSearch, people, listed, more: (people.data?.total ?? 0) - found.length }
}

/** Whom or what to hold, and why. */
export function HoldDialog({ onClose }: { onClose: () => void }) {
  const { hold } = useRetentionChanges()
  const announce = useAnnounce()
  const [target, setTarget] = useState<Target | null>(null)
  const { search, setSearch, people, listed, more } = usePeopleFound(target)
  const [reason, setReason] = useState('')
  const leave = useUnsaved(target !== null || reason !== '')
  const close = () => leave(onClose)
  const [isTried, setTried] = useState(false)
  const fields = hold.error instanceof ApiError ? hold.error.fields : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (hold.isPending || target === null || reason.trim() === '') return
    const user_id = target === everything ? null : target.id
    hold.mutate(
      { user_id, reason },
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
      <SearchField label="Rechercher un compte" isLabelHidden={false} placeholder="Nom ou adresse e-mail" value={search} onChange={setSearch} />
      {people.isError && <ErrorMessage of={people}>Les comptes n’ont pas pu être lus.</ErrorMessage>}
      <form id="hold" className={styles.form} onSubmit={submit} noValidate>
        {hold.isError && <Banner tone="error">{sentenceOf(hold.error, 'Le gel n’a pas pu être posé. Veuillez réessayer.')}</Banner>}
        <Select
          label="Que geler"
          hint={more > 0 ? `${plural(more, 'autre compte', 'autres comptes')}\u00a0: précisez la recherche.` : undefined}
          isRequired
          options={[
            { id: everything, label: 'Toutes les purges', detail: 'Plus rien n’est supprimé par une règle' },
            ...listed.map((person) => ({ id: person.id, label: displayName(person), detail: person.email })),
          ]}
          value={target === null || target === everything ? target : target.id}
          onChange={(id) => setTarget(listed.find((person) => person.id === id) ?? everything)}
          error={isTried && target === null ? 'Choisissez un compte, ou toutes les purges' : fields['user_id']}
        />
        <TextField
          label="Motif"
          hint="Une référence de dossier suffit. Les administrateurs le lisent."
          isRequired
          maxLength={2_000}
          value={reason}
          onChange={setReason}
          error={isTried && reason.trim() === '' ? 'Indiquez le motif du gel' : fields['reason']}
        />
      </form>
    </Dialog>
  )
}
