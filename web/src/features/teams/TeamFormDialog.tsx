import { limits, routes, type Team, type TeamSharing } from '@parvis/contract'
import { useState } from 'react'
import { ApiError, isStale, sentenceOf } from '../../api/transport/api-error.ts'
import { invalidate } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { create } from '../../api/create.ts'
import { FormDialog } from '../../layout/drafts/FormDialog.tsx'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { useFormDraft } from '../../layout/drafts/use-form-draft.ts'
import { runRowAction } from '../../layout/run-row-action.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'

/** Options of a `Select`: who may share content with a team. */
export const sharings: readonly { id: TeamSharing; label: string; detail: string }[] = [
  { id: 'members', label: 'Ses membres', detail: 'Chacun d’eux peut partager avec le service' },
  { id: 'managers', label: 'Ses responsables', detail: 'Les autres leur proposent ce qu’ils veulent partager' },
  { id: 'anyone', label: 'Tout le monde', detail: 'Un guichet\u00a0: chaque agent peut lui partager quelque chose' },
]

/** Label of the `Select` of `sharings`. */
const sharingLabel = 'Qui peut partager avec ce service'

const groupHint = 'Facultatif\u00a0: qui a ce groupe entre dans le service en se connectant, et en sort quand il ne l’a plus.'
const changedGroupHint =
  'Changer de groupe, ou l’ôter, retire les personnes que l’ancien avait fait entrer\u00a0; le nouveau fait entrer les siennes à leur prochaine connexion.'

type TeamValues = Pick<Team, 'name' | 'description' | 'group_name' | 'sharing'>

const empty: TeamValues = { name: '', description: '', group_name: null, sharing: 'members' }

const labels = { name: 'Nom', description: 'Description', group_name: 'Groupe chez le fournisseur d’identité', sharing: sharingLabel }

/** Field labels used in the notice of an edit conflict. */
const fieldNames = { ...labels, sharing: { label: labels.sharing, read: (sharing: TeamSharing) => sharings.find(({ id }) => id === sharing)!.label } }

const valuesOf = ({ name, description, group_name, sharing }: TeamValues): TeamValues => ({ name, description, group_name, sharing })

interface TeamFormDialogProps {
  /** Null for a new team. */
  team: Team | null
  onClose: () => void
  /** Called with a success sentence and the saved team. */
  onDone: (sentence: string, saved: Team) => void
}

/** Dialog to create or edit a team. What was typed is kept when saving fails, and does not overwrite a colleague's concurrent change. */
export function TeamFormDialog({ team, onClose, onDone }: TeamFormDialogProps) {
  const draft = useFormDraft(`team.${team?.id ?? 'new'}`, valuesOf(team ?? empty), team?.updated_at)
  const [refusals, setRefusals] = useState<Record<string, string>>({})
  const name = draft.values.name.trim()

  function check(): boolean {
    setRefusals(name === '' ? { name: 'Donnez un nom au service' } : {})
    return name !== ''
  }
  async function send() {
    const body = { ...draft.values, name }
    const saved = await draft.save((expected_updated_at) =>
      team === null
        ? create(routes.teams.create, body)
        : runRowAction(routes.teams.remove, () => call(routes.teams.update, { params: { id: team.id }, body: { ...body, expected_updated_at } })),
    )
    onDone(`Le service «\u00a0${name}\u00a0» est ${team === null ? 'créé' : 'modifié'}.`, saved)
  }
  function describe(error: unknown): string | null {
    if (isStale(error)) {
      // The cached list is outdated.
      void invalidate(routes.teams.update)
      return null
    }
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
      confirmClose={draft.confirmClose}
      check={check}
      onSend={send}
      describe={describe}
      onClose={onClose}
    >
      {(save, isSaving) => (
        <>
          <FormDraftNotice draft={draft} fields={fieldNames} onSaveMine={save} isSaving={isSaving} />
          <TeamFields fields={draft.values} refusals={refusals} hasGroup={Boolean(draft.base.group_name)} onChange={draft.set} />
        </>
      )}
    </FormDialog>
  )
}

interface TeamFieldsProps {
  fields: TeamValues
  refusals: Record<string, string>
  /** The team already has a group, and changing it removes the people it brought in. */
  hasGroup: boolean
  onChange: (change: Partial<TeamValues>) => void
}

function TeamFields({ fields, refusals, hasGroup, onChange: set }: TeamFieldsProps) {
  return (
    <>
      <TextField
        label={labels.name}
        value={fields.name}
        onChange={(name) => set({ name })}
        error={refusals['name'] ?? null}
        maxLength={limits.name}
        isRequired
        autoFocus
      />
      <TextArea
        label={labels.description}
        hint="Facultative&nbsp;: ce que ce service fait, pour qui le choisit dans une liste."
        value={fields.description}
        onChange={(description) => set({ description })}
        error={refusals['description'] ?? null}
      />
      <TextField
        label={labels.group_name}
        hint={hasGroup ? `${groupHint} ${changedGroupHint}` : groupHint}
        value={fields.group_name ?? ''}
        onChange={(group_name) => set({ group_name: group_name || null })}
        error={refusals['group_name'] ?? null}
        maxLength={limits.groupName}
      />
      <Select label={labels.sharing} options={sharings} value={fields.sharing} onChange={(sharing) => set({ sharing: sharing as TeamSharing })} />
    </>
  )
}
