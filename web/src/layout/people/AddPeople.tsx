import { Plus, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { focusWithin } from '../../ui/overlays/focus-within.ts'
import styles from './People.module.css'
import { PersonField, type PersonFieldProps } from './PersonField.tsx'

interface AddPeopleProps extends PersonFieldProps {
  /** Chips of the people picked and not yet added. */
  chosen?: ReactNode
  /** Control set together with the people, such as a role. */
  children?: ReactNode
  verb?: string
  isReady?: boolean
  /** Replaces the default action, which adds the named people to the list. */
  onAdd?: () => Promise<void>
  isAdding?: boolean
}

/** A `PersonField` with the button « Ajouter », and the controls set together with the people. */
export function AddPeople({ chosen, children, verb = 'Ajouter', isReady = false, onAdd, isAdding = false, ...field }: AddPeopleProps) {
  const container = useRef<HTMLDivElement>(null)
  const { picker, isDisabled = false } = field
  const add = async () => {
    await (onAdd ?? (() => picker.add()))()
    focusWithin(container.current, 'input')
  }
  return (
    <div ref={container} className={styles.adding} data-two-lines={children !== undefined || undefined}>
      <PersonField {...field} />
      {chosen}
      {children}
      <Button
        variant={isReady ? 'primary' : 'secondary'}
        icon={<Plus aria-hidden />}
        onPress={() => void add()}
        isDisabled={isDisabled}
        isPending={isAdding || picker.isPending}
        pendingLabel="Ajout…"
      >
        {verb}
      </Button>
    </div>
  )
}

interface PeopleChipsProps {
  label?: string
  people: readonly { id: string; name: string }[]
  onRemove: (id: string) => void
  isDisabled?: boolean
}

/** Chips of people or teams picked and not yet sent, each with a button that removes it. */
export function PeopleChips({ label = 'Personnes choisies', people, onRemove, isDisabled = false }: PeopleChipsProps) {
  if (people.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={label} data-beside-field>
      {people.map(({ id, name }) => (
        <li key={id} className={styles.chip}>
          <span className={styles.chipName}>{name}</span>
          <IconButton icon={X} size="s" label={`Retirer ${name}`} onPress={() => onRemove(id)} isDisabled={isDisabled} />
        </li>
      ))}
    </ul>
  )
}
