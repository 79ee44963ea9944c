import { limits, routes, type Person, type Team, type TeamMember, type TeamRole } from '@parvis/contract'
import { useEffect, useState } from 'react'
import { invalidate } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { AddPeople, PeopleChips } from '../../layout/people/AddPeople.tsx'
import { usePeoplePicking } from '../../layout/people/use-people-picking.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { plural } from '../../ui/words/formats.ts'

/** Options of a `Select`: roles in a team. */
export const teamRoles: readonly { id: TeamRole; label: string }[] = [
  { id: 'member', label: 'Membre' },
  { id: 'manager', label: 'Responsable' },
]

interface AddMembersProps {
  team: Team
  members: readonly TeamMember[]
  /** Called with a sentence that names who was added. */
  onAdded: (sentence: string) => void
  onFailure: (sentence: string | null) => void
  /** Called when people start or stop being selected or typed without being added yet. */
  onChoosing: (isChoosing: boolean) => void
}

/** Adds several people to a team at once, with one role. */
export function AddMembers({ team, members, onAdded, onFailure, onChoosing }: AddMembersProps) {
  const [role, setRole] = useState<TeamRole>('member')
  const [chosen, setChosen] = useState<readonly Person[]>([])
  const [isSaving, setSaving] = useState(false)
  const picker = usePeoplePicking({
    onPick: (person) => setChosen((previous) => [...previous, person]),
    refuse({ id, name }) {
      if (members.some(({ user_id }) => user_id === id)) return `${name} est déjà dans le service.`
      if (chosen.some((person) => person.id === id)) return `${name} est déjà dans la liste.`
      return chosen.length < limits.newMembers ? null : `${limits.newMembers} personnes au plus à la fois.`
    },
  })

  async function add() {
    const typedPeople = await picker.resolveTyped()
    if (typedPeople === null) return
    const people = [...chosen, ...typedPeople]
    if (people.length === 0) return void (await picker.add())
    setSaving(true)
    onFailure(null)
    try {
      await call(routes.teams.addMembers, { params: { id: team.id }, body: { people: people.map(({ id }) => id), role } })
      setChosen([])
      onAdded(people.length === 1 ? `${people[0]!.name} est dans le service.` : `${plural(people.length, 'personne')} ajoutées au service.`)
    } catch (error) {
      onFailure(sentenceOf(error, 'Ces personnes n’ont pas pu être ajoutées. Votre choix est gardé\u00a0; veuillez réessayer.'))
    } finally {
      setSaving(false)
      await invalidate(routes.teams.addMembers)
    }
  }

  const isChoosing = chosen.length > 0 || picker.typed.trim() !== ''
  useEffect(() => onChoosing(isChoosing), [isChoosing, onChoosing])

  return (
    <AddPeople
      picker={picker}
      label="Ajouter des personnes"
      chosen={<PeopleChips people={chosen} onRemove={(id) => setChosen(chosen.filter((person) => person.id !== id))} isDisabled={isSaving} />}
      verb={chosen.length > 1 ? `Ajouter ${plural(chosen.length, 'personne')}` : 'Ajouter'}
      isReady={chosen.length > 0}
      onAdd={add}
      isAdding={isSaving}
      isDisabled={isSaving}
      autoFocus
    >
      <Select label="Rôle" options={teamRoles} value={role} onChange={(next) => setRole(next as TeamRole)} />
    </AddPeople>
  )
}
