import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { queryFor } from '../../api/queries.ts'
import { useUser } from '../../api/browser.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { focusWithin } from '../../ui/overlays/focus-within.ts'
import { AddPeople } from '../people/AddPeople.tsx'
import styles from './Subjects.module.css'
import type { GrantSubject, SubjectPicking } from './use-subject-picker.ts'

interface SubjectPickerProps<S extends GrantSubject> {
  picker: SubjectPicking
  chosen: readonly S[]
  onRemove: (subject: S) => void
  /** Rendered beside each name, such as the access level. */
  renderBeside?: (subject: S) => ReactNode
  /** Error of the list as a whole. An error of a name is shown beside its field. */
  error?: string | undefined
  isDisabled?: boolean
}

/** Picks teams from a list and people from suggestions. Each is shown in a row with a button that removes it. */
export function SubjectPicker<S extends GrantSubject>({ picker, chosen, onRemove, renderBeside, error, isDisabled = false }: SubjectPickerProps<S>) {
  const container = useRef<HTMLDivElement>(null)
  function remove(subject: S) {
    onRemove(subject)
    focusWithin(container.current, 'input')
  }
  return (
    <div ref={container} className={styles.picker}>
      <Teams picker={picker} chosen={chosen} isDisabled={isDisabled} />
      <AddPeople picker={picker.people} label="Ajouter des personnes" error={error} isDisabled={isDisabled} />
      {chosen.length > 0 && (
        <ul className={styles.list} aria-label="Services et personnes">
          {chosen.map((subject) => (
            <li key={subject.id} className={styles.row}>
              <span className={styles.name}>
                {subject.name} <Badge>{subject.kind === 'team' ? 'Service' : 'Personne'}</Badge>
              </span>
              <span className={styles.side}>
                {renderBeside?.(subject)}
                <IconButton icon={Trash2} label={`Retirer ${subject.name}`} tone="danger" onPress={() => remove(subject)} isDisabled={isDisabled} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Select of the teams to which the user may grant something. Renders nothing if there is none. */
function Teams({ picker, chosen, isDisabled }: Pick<SubjectPickerProps<GrantSubject>, 'picker' | 'chosen' | 'isDisabled'>) {
  const { is_admin } = useUser()
  const { data = [], isError, refetch } = useQuery(queryFor(routes.teams.list))
  if (isError && data.length === 0)
    return (
      <Banner
        tone="warning"
        action={
          <Button size="s" onPress={() => void refetch()}>
            Réessayer
          </Button>
        }
      >
        Les services n’ont pas pu être chargés.
      </Banner>
    )
  const open = data.filter(({ sharing, role }) => is_admin || sharing === 'anyone' || role === 'manager' || (sharing === 'members' && role !== null))
  if (open.length === 0) return null
  const available = open.filter(({ id }) => !chosen.some((subject) => subject.id === id))
  return (
    <Select
      label="Ajouter un service"
      isAction
      options={available.map(({ id, name, description }) => ({ id, label: name, ...(description && { detail: description }) }))}
      value={null}
      placeholder="Choisir un service"
      emptyText="Tous sont déjà dans la liste"
      onChange={(id) => picker.addTeam({ kind: 'team', id, name: available.find((team) => team.id === id)!.name })}
      isDisabled={isDisabled ?? false}
    />
  )
}
