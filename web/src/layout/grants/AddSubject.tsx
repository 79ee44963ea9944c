import { limits, routes, type Grant } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { q } from '../../api/ask.ts'
import { call } from '../../api/browser.ts'
import { useUser } from '../../api/session/session.tsx'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import styles from './Grants.module.css'

/** Chooses a service in a list, or a person by their exact name: there is no directory. */
export function AddSubject({ chosen, onAdd }: { chosen: readonly Grant[]; onAdd: (grant: Grant) => void }) {
  const { is_admin } = useUser()
  const { data: teams = [] } = useQuery(q(routes.teams.list))
  const announce = useAnnounce()
  const [account, setAccount] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const free = teams
    .filter(({ sharing, role }) => is_admin || sharing === 'anyone' || role === 'manager' || (sharing === 'members' && role !== null))
    .filter(({ id }) => !chosen.some((grant) => grant.id === id))

  function add(grant: Grant) {
    onAdd(grant)
    announce(`${grant.name} est dans la liste.`)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    if (account.trim() === '') return setRefusal('Donnez un nom d’utilisateur ou une adresse e-mail')
    setPending(true)
    setRefusal(null)
    try {
      const { id, name } = await call(routes.grants.person, { query: { account: account.trim() } })
      add({ subject: 'user', id, name, level: 'use' })
      setAccount('')
    } catch (error) {
      setRefusal((error instanceof ApiError && error.fields['account']) || sentenceOf(error, 'Cette personne n’a pas pu être trouvée. Veuillez réessayer.'))
    }
    setPending(false)
  }

  return (
    <div className={styles.form}>
      <Select
        label="Ajouter un service"
        options={free.map(({ id, name, description }) => ({ id, label: name, ...(description && { detail: description }) }))}
        value={null}
        placeholder="Choisir un service"
        emptyText={teams.length === 0 ? 'Aucun service' : 'Tous sont déjà dans la liste'}
        onChange={(id) => add({ subject: 'team', id, name: free.find((team) => team.id === id)!.name, level: 'use' })}
      />
      <form className={styles.adding} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label="Ajouter une personne"
          hint="Son nom d’utilisateur ou son adresse, en entier."
          value={account}
          onChange={setAccount}
          error={refusal}
          maxLength={limits.email}
          autoComplete="off"
        />
        <Button type="submit" icon={<Plus aria-hidden />} isPending={isPending} pendingLabel="Ajout…">
          Ajouter
        </Button>
      </form>
    </div>
  )
}
