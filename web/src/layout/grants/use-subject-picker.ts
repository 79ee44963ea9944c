import type { Person } from '@parvis/contract'
import { useUser } from '../../api/browser.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { usePeoplePicking } from '../people/use-people-picking.ts'

/** Team or person that receives a grant. */
export interface GrantSubject {
  kind: 'team' | 'user'
  id: string
  name: string
}

interface Options {
  chosen: readonly { id: string | null }[]
  onAdd: (subject: GrantSubject) => void
  /** Whether the object belongs to the user, who then cannot be picked. */
  isOwner: boolean
}

export type SubjectPicking = ReturnType<typeof useSubjectPicker>

const subjectOf = ({ id, name }: Person): GrantSubject => ({ kind: 'user', id, name })

/** State of a `SubjectPicker`. `resolveTyped()`, called before a form is sent, adds the people still named in its field; null if one of them is refused. */
export function useSubjectPicker({ chosen, onAdd, isOwner }: Options) {
  const user = useUser()
  const announce = useAnnounce()
  const people = usePeoplePicking({
    onPick: (person) => onAdd(subjectOf(person)),
    refuse({ id, name }) {
      if (isOwner && id === user.id) return 'C’est vous\u00a0: cela vous appartient déjà.'
      return chosen.some((subject) => subject.id === id) ? `${name} est déjà dans la liste.` : null
    },
  })
  return {
    people,
    addTeam(team: GrantSubject) {
      onAdd(team)
      announce(`${team.name} est dans la liste.`)
    },
    isTyping: people.typed.trim() !== '',
    resolveTyped: async (): Promise<GrantSubject[] | null> => (await people.resolveTyped())?.map(subjectOf) ?? null,
  }
}
