import { routes, type Assistant } from '@parvis/contract'
import { FolderKanban, Library, X } from 'lucide-react'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { queryFor, queryClient } from '../../../api/queries.ts'
import type { ContextKind } from '../../../chat/context/ContextList.tsx'
import type { ContextChange } from '../../../chat/conversation/change-conversation.ts'
import { restoreLostFocus } from '../../../chat/conversation/use-renaming.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useLazyList } from '../../../ui/overlays/use-lazy-list.ts'
import styles from './ContextChips.module.css'

interface ContextChipsProps {
  assistant: Pick<Assistant, 'id' | 'name' | 'icon'>
  project: { id: string; name: string } | null
  /** Technical name and label of the library. */
  library: { name: string; label: string } | null
  /** Whether changes are disabled, as while a reply is being written. */
  isDisabled: boolean
  /** @returns whether the change was made */
  onChange: (change: ContextChange) => Promise<boolean>
}

/** Toolbar that changes the assistant, the project and the library of the conversation. It is one Tab stop; arrow keys move between its buttons. */
export function ContextChips({ assistant, project, library, ...chip }: ContextChipsProps) {
  return (
    <div className={styles.chips} role="toolbar" aria-label="Sur quoi reposent les réponses" onKeyDownCapture={handleToolbarKey}>
      <Chip {...chip} kind="assistant" noun="Assistant" icon={<Icon name={assistant.icon} />} chosen={{ id: assistant.id, label: assistant.name }} />
      <Chip
        {...chip}
        kind="project"
        noun="Projet"
        icon={<FolderKanban aria-hidden />}
        chosen={project && { id: project.id, label: project.name }}
        noneLabel="aucun"
        removeLabel="Retirer le projet"
        clearChange={{ project_id: null }}
      />
      <Chip
        {...chip}
        kind="library"
        noun="Bibliothèque"
        icon={<Library aria-hidden />}
        chosen={library && { id: library.name, label: library.label }}
        noneLabel="aucune"
        removeLabel="Retirer la bibliothèque"
        clearChange={{ library: null }}
      />
    </div>
  )
}

interface ChipProps extends Pick<ContextChipsProps, 'isDisabled' | 'onChange'> {
  kind: ContextKind
  noun: string
  icon: ReactNode
  /** Null: none is chosen. */
  chosen: { id: string; label: string } | null
  noneLabel?: string
  /** Label of the button that removes the choice; `clearChange` is the change that it sends. */
  removeLabel?: string
  clearChange?: ContextChange
}

function Chip({ kind, noun, icon, chosen, noneLabel, removeLabel, clearChange, isDisabled, onChange }: ChipProps) {
  const chip = useRef<HTMLDivElement>(null)
  const { trigger, opened, close, button } = useLazyList(loadContextList, kind === 'assistant' ? 'dialog' : 'menu')
  // Prefetched when the pointer or the focus comes near. The assistants, a long list, are loaded only when it opens.
  const prefetchChoices = () => {
    if (kind !== 'assistant') void queryClient.prefetchQuery<unknown>(kind === 'project' ? queryFor(routes.projects.list) : queryFor(routes.library.categories))
  }
  const label = `${noun}\u00a0: ${chosen?.label ?? noneLabel}`
  return (
    <div ref={chip} className={styles.chip} data-chosen={chosen !== null || undefined}>
      <Button
        {...button}
        onPointerEnter={prefetchChoices}
        onFocus={prefetchChoices}
        size="s"
        variant="quiet"
        icon={icon}
        aria-label={label}
        isDisabled={isDisabled}
      >
        {chosen?.label ?? noun}
      </Button>
      {chosen !== null && clearChange && (
        <IconButton
          icon={X}
          size="s"
          label={removeLabel!}
          isDisabled={isDisabled}
          onPress={async () => {
            await onChange(clearChange)
            // Restores the focus lost with the button, unless the person has moved it meanwhile.
            requestAnimationFrame(() => restoreLostFocus(chip.current))
          }}
        />
      )}
      {opened !== null && (
        <opened.List kind={kind} label={label} trigger={trigger} focused={opened.focused} chosenId={chosen?.id ?? null} onChange={onChange} onClose={close} />
      )}
    </div>
  )
}

/** Handles the keys of the toolbar. Tab first moves to its last button (Shift+Tab to the first), so that the browser then leaves it. */
function handleToolbarKey(event: KeyboardEvent<HTMLDivElement>) {
  const { key, shiftKey, currentTarget, target } = event
  // Key events of an open list reach this handler too, through React's tree.
  if (!currentTarget.contains(target as Node)) return
  const buttons = [...currentTarget.querySelectorAll('button')].filter((button) => !button.disabled && button.offsetParent)
  const last = buttons.length - 1
  const index = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const next = { Tab: shiftKey ? 0 : last, ArrowRight: index === last ? 0 : index + 1, ArrowLeft: index === 0 ? last : index - 1 }[key]
  if (next === undefined) return
  if (key !== 'Tab') event.preventDefault()
  buttons[next]!.focus()
}

/** Loads the lists of the context chips on demand: most visits open none. */
const loadContextList = async () => (await import('../../../chat/context/ContextList.tsx')).ContextList
