import { routes, type Assistant } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Check, FolderKanban, Library, X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { q } from '../../../api/ask.ts'
import type { ContextChange } from '../../../chat/conversation/change-conversation.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, type MenuEntry } from '../../../ui/overlays/Menu.tsx'
import { AssistantChip } from './AssistantChip.tsx'
import styles from './ContextChips.module.css'

interface ContextChipsProps {
  assistant: Pick<Assistant, 'id' | 'name' | 'icon'>
  project: { id: string; name: string } | null
  /** By its technical name and the one that people know. */
  library: { name: string; label: string } | null
  /** While a reply is written: it rests on what was. */
  isDisabled: boolean
  /** @returns whether it is so from now on */
  onChange: (change: ContextChange) => Promise<boolean>
}

/** Who answers, and on what: each changed in the middle of the conversation. One stop of the Tab key, whose arrows go from one to the next. */
export function ContextChips({ assistant, project, library, isDisabled, onChange }: ContextChipsProps) {
  // The lists are asked for when somebody comes near: most visits change nothing.
  const [isNear, setNear] = useState(false)
  const near = () => setNear(true)
  const projects = useQuery({ ...q(routes.projects.list), enabled: isNear })
  const categories = useQuery({ ...q(routes.library.categories), enabled: isNear })
  const projectChoices = projects.data
    // An archived one is not proposed, unless it is the one.
    ?.filter(({ id, status }) => status === 'valid' || id === project?.id)
    .map(({ id, name }) => ({ id, label: name, isChosen: id === project?.id, onAction: () => void onChange({ project_id: id }) }))
  const libraryChoices = categories.data?.categories.map(({ name, display_name, former_names }) => ({
    id: name,
    label: display_name,
    isChosen: library !== null && [name, ...former_names].includes(library.name),
    onAction: () => void onChange({ library: name }),
  }))
  return (
    <div className={styles.chips} role="toolbar" aria-label="Sur quoi reposent les réponses" onKeyDownCapture={goBetween}>
      <AssistantChip assistant={assistant} isDisabled={isDisabled} onChange={onChange} />
      <Chip
        noun="Projet"
        icon={<FolderKanban aria-hidden />}
        chosen={project?.name ?? null}
        isDisabled={isDisabled}
        onNear={near}
        choices={projectChoices}
        words={{ none: 'aucun', noneOf: 'Aucun projet', failed: 'Projets indisponibles', remove: 'Retirer le projet' }}
        hasFailed={projects.isError}
        onNone={() => onChange({ project_id: null })}
      />
      <Chip
        noun="Bibliothèque"
        icon={<Library aria-hidden />}
        chosen={library?.label ?? null}
        isDisabled={isDisabled}
        onNear={near}
        choices={libraryChoices}
        words={{ none: 'aucune', noneOf: 'Aucune bibliothèque', failed: 'Bibliothèques indisponibles', remove: 'Retirer la bibliothèque' }}
        hasFailed={categories.isError}
        onNone={() => onChange({ library: null })}
      />
    </div>
  )
}

interface Choice {
  id: string
  label: string
  isChosen: boolean
  onAction: () => void
}

interface ChipProps {
  noun: string
  icon: ReactNode
  /** The name of what is chosen; null: nothing is. */
  chosen: string | null
  /** Undefined while nobody knows. */
  choices: readonly Choice[] | undefined
  hasFailed: boolean
  isDisabled: boolean
  onNear: () => void
  words: { none: string; noneOf: string; failed: string; remove: string }
  onNone: () => Promise<boolean>
}

function Chip({ noun, icon, chosen, choices, hasFailed, isDisabled, onNear, words, onNone }: ChipProps) {
  const chip = useRef<HTMLDivElement>(null)
  async function remove() {
    await onNone()
    // The button goes away with the focus that it has.
    requestAnimationFrame(() => chip.current?.querySelector('button')?.focus())
  }
  const nothing = { id: 'none', label: words.noneOf, isChosen: chosen === null, onAction: () => void (chosen !== null && onNone()) }
  const entries =
    choices === undefined
      ? [{ id: 'wait', label: hasFailed ? words.failed : 'Chargement…', isDisabled: true }]
      : choices.length === 0
        ? [{ id: 'empty', label: `${words.noneOf} disponible`, isDisabled: true }]
        : [nothing, ...choices].map(entryOf)
  return (
    <div ref={chip} className={styles.chip} data-chosen={chosen !== null || undefined}>
      <Menu
        label={`${noun}\u00a0: ${chosen ?? words.none}`}
        text={chosen ?? noun}
        isNamed
        size="s"
        icon={icon}
        placement="top start"
        entries={entries}
        onNear={onNear}
        isDisabled={isDisabled}
      />
      {chosen !== null && (
        <IconButton size="s" label={words.remove} isDisabled={isDisabled} onPress={() => void remove()}>
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

/** The keys of a toolbar. Tab goes on from its end, so that what follows it is next, and back from its beginning. */
function goBetween(event: KeyboardEvent<HTMLDivElement>) {
  const { key, shiftKey, currentTarget, target } = event
  // What an open list is told comes through here too.
  if (!(target instanceof Node) || !currentTarget.contains(target)) return
  const buttons = [...currentTarget.querySelectorAll('button')].filter((button) => !button.disabled && button.offsetParent !== null)
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const last = buttons.length - 1
  const next = { Tab: shiftKey ? 0 : last, ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[key]
  if (next === undefined || at === -1) return
  if (key !== 'Tab') event.preventDefault()
  buttons[next]!.focus()
}

const entryOf = ({ isChosen, ...choice }: Choice): MenuEntry => ({
  ...choice,
  icon: isChosen ? <Check role="img" aria-label="choisi" /> : <Check aria-hidden visibility="hidden" />,
})
