import { findTextErrors, limits, routes, teamRules, type Team, type TeamSharing } from '@parvis/contract'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { hasFieldErrors } from '../../api/transport/field-errors.ts'
import { invalidate } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { create } from '../../api/create.ts'
import { FormDialog } from '../../layout/drafts/FormDialog.tsx'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { useForm } from '../../layout/drafts/use-form.ts'
import type { FormFieldErrors } from '../../layout/drafts/use-submission.ts'
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
  onDone: (sentence: string, savedTeam: Team) => void
}

/** Dialog to create or edit a team. What was typed is kept when saving fails, and does not overwrite a colleague's concurrent change. */
export function TeamFormDialog({ team, onClose, onDone }: TeamFormDialogProps) {
  const form = useForm<TeamValues, Team>({
    name: `team.${team?.id ?? 'new'}`,
    saved: valuesOf(team ?? empty),
    version: team?.updated_at,
    check: ({ name }) => findTextErrors({ name }, teamRules),
    send(values, expected_updated_at) {
      const body = { ...values, name: values.name.trim() }
      return team === null
        ? create(routes.teams.create, body)
        : runRowAction(routes.teams.remove, () => call(routes.teams.update, { params: { id: team.id }, body: { ...body, expected_updated_at } }))
    },
    onDone(savedTeam) {
      onDone(`Le service «\u00a0${draft.values.name.trim()}\u00a0» est ${team === null ? 'créé' : 'modifié'}.`, savedTeam)
      onClose()
    },
    describe: (error) =>
      hasFieldErrors(error) ? null : sentenceOf(error, 'Le service n’a pas pu être enregistré. Ce que vous avez écrit est gardé\u00a0; veuillez réessayer.'),
    // The cached list is outdated.
    onStale: () => void invalidate(routes.teams.update),
  })
  const { draft, errors } = form

  return (
    <FormDialog
      title={team === null ? 'Nouveau service' : `Modifier «\u00a0${team.name}\u00a0»`}
      verb={team === null ? 'Créer le service' : 'Enregistrer'}
      form={form}
      confirmClose={draft.confirmClose}
      onClose={onClose}
    >
      <FormDraftNotice {...form.noticeProps} fields={fieldNames} />
      <TeamFields fields={draft.values} errors={errors} hasGroup={Boolean(draft.base.group_name)} onChange={draft.set} />
    </FormDialog>
  )
}

interface TeamFieldsProps {
  fields: TeamValues
  errors: FormFieldErrors<keyof TeamValues>
  /** The team already has a group, and changing it removes the people it brought in. */
  hasGroup: boolean
  onChange: (change: Partial<TeamValues>) => void
}

function TeamFields({ fields, errors, hasGroup, onChange: set }: TeamFieldsProps) {
  return (
    <>
      <TextField label={labels.name} value={fields.name} onChange={(name) => set({ name })} error={errors.name} maxLength={limits.name} isRequired autoFocus />
      <TextArea
        label={labels.description}
        hint="Facultative&nbsp;: ce que ce service fait, pour qui le choisit dans une liste."
        value={fields.description}
        onChange={(description) => set({ description })}
        error={errors.description}
      />
      <TextField
        label={labels.group_name}
        hint={hasGroup ? `${groupHint} ${changedGroupHint}` : groupHint}
        value={fields.group_name ?? ''}
        onChange={(group_name) => set({ group_name: group_name || null })}
        error={errors.group_name}
        maxLength={limits.groupName}
      />
      <Select label={labels.sharing} options={sharings} value={fields.sharing} onChange={(sharing) => set({ sharing: sharing as TeamSharing })} />
    </>
  )
}
