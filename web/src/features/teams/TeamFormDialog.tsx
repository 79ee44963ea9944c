import { limits, routes, type Team, type TeamSharing } from '@parvis/contract'
import { useState } from 'react'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { call } from '../../api/browser.ts'
import { FormDialog } from '../../layout/drafts/FormDialog.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'

const sharings: readonly { id: TeamSharing; label: string; detail: string }[] = [
  { id: 'members', label: 'Ses membres', detail: 'Chacun d’eux peut partager avec le service' },
  { id: 'managers', label: 'Ses responsables', detail: 'Les autres leur proposent ce qu’ils veulent partager' },
  { id: 'anyone', label: 'Tout le monde', detail: 'Un guichet\u00a0: chaque agent peut lui donner quelque chose' },
]

const groupHint = 'Facultatif\u00a0: qui a ce groupe entre dans le service en se connectant, et en sort quand il ne l’a plus.'
const changedGroupHint =
  'Changer de groupe, ou l’ôter, retire les personnes que l’ancien avait fait entrer\u00a0; le nouveau fait entrer les siennes à leur prochaine connexion.'

const empty = { name: '', description: '', group_name: '', sharing: 'members' as TeamSharing }

/** Makes a service or changes it. Nothing typed is lost by a refusal. @param team null: a new one */
export function TeamFormDialog({ team, onClose, onDone }: { team: Team | null; onClose: () => void; onDone: (sentence: string) => void }) {
  const begun = team === null ? empty : { name: team.name, description: team.description, group_name: team.group_name ?? '', sharing: team.sharing }
  const [fields, setFields] = useState(begun)
  const [refusals, setRefusals] = useState<Record<string, string>>({})
  const name = fields.name.trim()

  function check(): boolean {
    setRefusals(name === '' ? { name: 'Donnez un nom au service' } : {})
    return name !== ''
  }
  async function send() {
    const body = { ...fields, name, group_name: fields.group_name.trim() || null }
    if (team === null) await call(routes.teams.create, { body })
    else await call(routes.teams.update, { params: { id: team.id }, body: { ...body, expected_updated_at: team.updated_at } })
    onDone(`Le service «\u00a0${name}\u00a0» est ${team === null ? 'créé' : 'modifié'}.`)
  }
  function describe(error: unknown): string | null {
    const refused = error instanceof ApiError ? error.fields : {}
    setRefusals(refused)
    return Object.keys(refused).length === 0
      ? sentenceOf(error, 'Le service n’a pas pu être enregistré. Ce que vous avez écrit est gardé\u00a0; veuillez réessayer.')
      : null
  }

  return (
    <FormDialog
      title={team === null ? 'Nouveau service' : `Modifier «\u00a0${team.name}\u00a0»`}
      verb={team === null ? 'Créer le service' : 'Enregistrer'}
      pendingLabel="Enregistrement…"
      isChanged={JSON.stringify(fields) !== JSON.stringify(begun)}
      check={check}
      onSend={send}
      describe={describe}
      onClose={onClose}
    >
      <TeamFields fields={fields} refusals={refusals} hasGroup={begun.group_name !== ''} onChange={(change) => setFields({ ...fields, ...change })} />
    </FormDialog>
  )
}

interface TeamFieldsProps {
  fields: typeof empty
  refusals: Record<string, string>
  /** It has one already: to change it takes people out. */
  hasGroup: boolean
  onChange: (change: Partial<typeof empty>) => void
}

function TeamFields({ fields, refusals, hasGroup, onChange: set }: TeamFieldsProps) {
  return (
    <>
      <TextField
        label="Nom"
        value={fields.name}
        onChange={(name) => set({ name })}
        error={refusals['name'] ?? null}
        maxLength={limits.name}
        isRequired
        autoFocus
      />
      <TextArea
        label="Description"
        hint="Facultative : ce que ce service fait, pour qui le choisit dans une liste."
        value={fields.description}
        onChange={(description) => set({ description })}
        error={refusals['description'] ?? null}
      />
      <TextField
        label="Groupe chez le fournisseur d’identité"
        hint={hasGroup ? `${groupHint} ${changedGroupHint}` : groupHint}
        value={fields.group_name}
        onChange={(group_name) => set({ group_name })}
        error={refusals['group_name'] ?? null}
        maxLength={limits.groupName}
      />
      <Select
        label="Qui peut lui donner quelque chose"
        options={sharings}
        value={fields.sharing}
        onChange={(sharing) => set({ sharing: sharing as TeamSharing })}
      />
    </>
  )
}
