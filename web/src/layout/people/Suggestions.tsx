import type { Person } from '@parvis/contract'
import { useEffect, type RefObject } from 'react'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { Button } from '../../ui/Button.tsx'
import { OpenPopover } from '../../ui/overlays/OpenPopover.tsx'
import options from '../../ui/overlays/Options.module.css'
import { plural } from '../../ui/words/formats.ts'
import type { useActiveOption } from '../../ui/lists/use-active-option.ts'
import type { PeopleSearch } from './use-people-search.ts'

interface SuggestionsProps {
  /** Field that the list is anchored to. */
  trigger: RefObject<HTMLInputElement | null>
  label: string
  search: PeopleSearch
  /** Reason why a person cannot be picked; null if they can. */
  refuse: (person: Person) => string | null
  /** Highlight state of the people who can be picked. */
  highlight: ReturnType<typeof useActiveOption>
  /** Person that Enter picks. */
  active: Person | undefined
  onPick: (person: Person) => void
  onClose: () => void
}

/** Keeps the focus in the field when the list is pressed. */
const keepFieldFocused = (list: HTMLElement | null) => list?.addEventListener('mousedown', (event) => event.preventDefault())

/** List of suggested people under a `PersonField`. The focus stays in the field. */
export function Suggestions({ trigger, label, search, refuse, highlight, active, onPick, onClose }: SuggestionsProps) {
  const { people, has_more, isError, isSettled, text } = search
  const pickable = people.filter((person) => refuse(person) === null)
  const announce = useAnnounce()
  const outcome = people.length === 0 ? `Aucun compte ne correspond à «\u00a0${text}\u00a0».` : plural(people.length, 'personne')
  useEffect(() => {
    if (isSettled) announce(outcome)
  }, [isSettled, outcome, announce])
  return (
    <OpenPopover triggerRef={trigger} onClose={onClose} className={options.popover ?? ''} placement="bottom start" isNonModal>
      <div ref={keepFieldFocused} role="region" aria-label={`${label}\u00a0: suggestions`} className={options.list}>
        <div id={highlight.listId} role="listbox" aria-label={label}>
          {people.map((person) => {
            const refusal = refuse(person)
            return (
              // The keys that move and pick are handled by the field.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={person.id}
                id={refusal === null ? highlight.optionId(pickable.indexOf(person)) : undefined}
                role="option"
                tabIndex={-1}
                aria-selected={person.id === active?.id}
                aria-disabled={refusal !== null || undefined}
                data-focused={person.id === active?.id || undefined}
                data-disabled={refusal !== null || undefined}
                className={options.option}
                onClick={() => refusal === null && onPick(person)}
                onPointerMove={() => refusal === null && highlight.point(person.id)}
              >
                <span className={options.optionText}>
                  {person.name}
                  <span className={options.detail}>{refusal ?? [person.email, ...person.teams].filter(Boolean).join(' · ')}</span>
                </span>
              </div>
            )
          })}
        </div>
        {isError && (
          <p className={options.empty}>
            La recherche n’a pas abouti.{' '}
            <Button size="s" onPress={search.retry} isPending={search.isFetching} pendingLabel="Recherche…">
              Réessayer
            </Button>
          </p>
        )}
        {!isError && people.length === 0 && isSettled && <p className={options.empty}>{outcome}</p>}
        {has_more && <p className={options.empty}>D’autres personnes correspondent&nbsp;: précisez.</p>}
      </div>
    </OpenPopover>
  )
}
