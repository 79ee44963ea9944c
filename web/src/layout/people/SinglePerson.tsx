import { useRef } from 'react'
import { focusWithin } from '../../ui/overlays/focus-within.ts'
import { PeopleChips } from './AddPeople.tsx'
import styles from './People.module.css'
import { PersonField } from './PersonField.tsx'
import type { SinglePersonState } from './use-single-person.ts'

interface SinglePersonProps {
  person: SinglePersonState
  label: string
  error?: string | null | undefined
  isRequired?: boolean
  autoFocus?: boolean
}

/** Picks one person: a `PersonField`, replaced by the chosen person with a button that removes them. */
export function SinglePerson({ person: { chosen, choose, picking }, label, ...field }: SinglePersonProps) {
  const container = useRef<HTMLDivElement>(null)
  return (
    <div ref={container} className={styles.single}>
      {chosen === null ? (
        <PersonField picker={picking} label={label} isSingle {...field} />
      ) : (
        <>
          <span className={styles.label}>{label}</span>
          <PeopleChips
            people={[chosen]}
            onRemove={() => {
              choose(null)
              focusWithin(container.current, 'input')
            }}
          />
        </>
      )}
    </div>
  )
}
