import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { RefObject } from 'react'
import { queryFor } from '../../api/queries.ts'
import { isCategoryNamed } from './library-state.ts'
import type { ContextChange } from '../conversation/change-conversation.ts'
import { type MenuEntry, OpenMenu } from '../../ui/overlays/OpenMenu.tsx'
import { AssistantPicker } from './AssistantPicker.tsx'

export type ContextKind = 'assistant' | 'project' | 'library'

interface ContextListProps {
  kind: ContextKind
  /** Accessible name of the button that opens the list. */
  label: string
  /** Element that the list is anchored to. */
  trigger: RefObject<Element | null>
  focused: 'first' | 'last'
  /** Null: none is chosen. */
  chosenId: string | null
  /** @returns whether the change was made */
  onChange: (change: ContextChange) => Promise<boolean>
  onClose: () => void
}

/** Choices that a context chip opens: assistants, projects or libraries. Mounted when open. */
export function ContextList({ kind, ...list }: ContextListProps) {
  if (kind === 'assistant') return <AssistantPicker {...list} />
  return kind === 'project' ? <Projects {...list} /> : <Libraries {...list} />
}

type ListProps = Omit<ContextListProps, 'kind'>

function Projects(list: ListProps) {
  const { data, isError } = useQuery(queryFor(routes.projects.list))
  const choices = data
    // Archived projects are left out, except the current one.
    ?.filter(({ id, status }) => status === 'valid' || id === list.chosenId)
    .map(({ id, name }) => ({ id, label: name, isChosen: id === list.chosenId, change: { project_id: id } }))
  return (
    <Choices {...list} choices={choices} clearChange={{ project_id: null }} noneLabel="Aucun projet" failureLabel={isError ? 'Projets indisponibles' : null} />
  )
}

function Libraries(list: ListProps) {
  const { data, isError } = useQuery(queryFor(routes.library.categories))
  const choices = data?.categories.map((category) => ({
    id: category.name,
    label: category.display_name,
    isChosen: list.chosenId !== null && isCategoryNamed(category, list.chosenId),
    change: { library: category.name },
  }))
  return (
    <Choices
      {...list}
      choices={choices}
      clearChange={{ library: null }}
      noneLabel="Aucune bibliothèque"
      failureLabel={isError ? 'Bibliothèques indisponibles' : null}
    />
  )
}

interface ChoicesProps extends ListProps {
  /** Undefined while loading. */
  choices: readonly { id: string; label: string; isChosen: boolean; change: ContextChange }[] | undefined
  clearChange: ContextChange
  noneLabel: string
  /** Label shown when the choices could not be loaded. */
  failureLabel: string | null
}

function Choices({ choices, clearChange, noneLabel, failureLabel, chosenId, onChange, ...menu }: ChoicesProps) {
  const noneChoice = { id: 'none', label: noneLabel, isChosen: chosenId === null, change: clearChange }
  const entries: MenuEntry[] =
    choices === undefined
      ? [{ id: 'wait', label: failureLabel ?? 'Chargement…', isDisabled: true }]
      : choices.length === 0
        ? [{ id: 'empty', label: `${noneLabel} disponible`, isDisabled: true }]
        : [noneChoice, ...choices].map(({ id, label, isChosen, change }) => ({
            id,
            label,
            icon: isChosen ? <Check role="img" aria-label="choisi" /> : <Check aria-hidden visibility="hidden" />,
            onAction: () => void (isChosen || onChange(change)),
          }))
  return <OpenMenu {...menu} entries={entries} placement="top start" />
}
