import { routes } from '@parvis/contract'
import { call } from '../../api/browser.ts'
import { useUser } from '../../api/session/session.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { useAccountToAdd } from './use-account-to-add.ts'

/** A service or a person to whom something is given. */
export interface Subject {
  kind: 'team' | 'user'
  id: string
  name: string
}

interface Options {
  chosen: readonly { id: string | null }[]
  onAdd: (subject: Subject) => void
  /** It is the caller’s already: they are refused. */
  isOwn: boolean
}

export type SubjectPicking = ReturnType<typeof useSubjectPicker>

/** The state of a `SubjectPicker`; `adding.rest()`, before saving, takes who is still in its field. */
export function useSubjectPicker({ chosen, onAdd, isOwn }: Options) {
  const user = useUser()
  const announce = useAnnounce()
  function add(subject: Subject): Subject {
    onAdd(subject)
    announce(`${subject.name} est dans la liste.`)
    return subject
  }
  const adding = useAccountToAdd<Subject>(async (account) => {
    const { id, name } = await call(routes.grants.person, { query: { account } })
    if (isOwn && id === user.id) return 'C’est vous\u00a0: cela vous appartient déjà.'
    if (chosen.some((one) => one.id === id)) return `${name} est déjà dans la liste.`
    return add({ kind: 'user', id, name })
  }, 'Cette personne n’a pas pu être trouvée. Veuillez réessayer.')
  return { add, adding }
}
