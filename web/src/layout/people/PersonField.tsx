import type { Person } from '@parvis/contract'
import { useRef, useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react'
import { FieldError, FieldHead, useTextInput } from '../../ui/fields/Field.tsx'
import fieldStyles from '../../ui/fields/Field.module.css'
import { useActiveOption } from '../../ui/lists/use-active-option.ts'
import { splitNames } from './named-people.ts'
import { Suggestions } from './Suggestions.tsx'
import { useIsDirectory, type PeoplePicking } from './use-people-picking.ts'
import { usePeopleSearch } from './use-people-search.ts'

export interface PersonFieldProps {
  picker: PeoplePicking
  label: string
  /** Error of the form. It replaces the error of the typed name. */
  error?: string | null | undefined
  isDisabled?: boolean | undefined
  isRequired?: boolean
  autoFocus?: boolean
  /** Accepts one person at most. */
  isSingle?: boolean
}

/** Hint under the label: how to name people here. */
function hintOf(isDirectory: boolean, isSingle: boolean): string {
  if (isDirectory) return isSingle ? 'Nom, adresse ou service.' : 'Nom, adresse ou service. Vous pouvez coller une liste d’adresses.'
  return isSingle ? 'Son nom d’utilisateur ou son adresse, en entier.' : 'Noms d’utilisateur ou adresses complètes, avec des virgules.'
}

/** Combobox that picks people. Accepts suggestions if the user may search the directory, full names and addresses in all cases, and pasted lists. */
export function PersonField({ picker, label, error, isDisabled = false, isRequired, autoFocus, isSingle = false }: PersonFieldProps) {
  const isDirectory = useIsDirectory()
  const hint = hintOf(isDirectory, isSingle)
  const shownError = error ?? picker.refusal
  const field = useRef<HTMLInputElement>(null)
  const comboBox = useCombobox(picker, { field, isDirectory, isSingle })
  const { isListed, standing: highlight } = comboBox
  const fieldProps = useTextInput({ hint, error: shownError, isRequired, isReadOnly: isDisabled || picker.isPending, onChange: comboBox.change })
  return (
    <div className={fieldStyles.field}>
      <FieldHead id={fieldProps.id} label={label} hint={hint} isRequired={isRequired} />
      <input
        {...fieldProps}
        ref={field}
        type="text"
        role="combobox"
        aria-expanded={isListed}
        aria-controls={isListed ? highlight.listId : undefined}
        aria-activedescendant={isListed ? highlight.activeId : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        autoFocus={autoFocus}
        value={picker.typed}
        onKeyDown={comboBox.onKeyDown}
        onPaste={comboBox.onPaste}
        onClick={comboBox.open}
        onBlur={comboBox.close}
      />
      <FieldError id={fieldProps.id} error={shownError} />
      {isListed && (
        <Suggestions
          trigger={field}
          label={label}
          search={comboBox.search}
          refuse={picker.refuse}
          highlight={highlight}
          active={comboBox.active}
          onPick={comboBox.pick}
          onClose={comboBox.close}
        />
      )}
    </div>
  )
}

interface ComboboxOptions {
  field: RefObject<HTMLInputElement | null>
  isDirectory: boolean
  isSingle: boolean
}

/** Behaviour of the combobox: opening of the list, keys, pasted lists. */
function useCombobox(picker: PeoplePicking, { field, isDirectory, isSingle }: ComboboxOptions) {
  const { typed } = picker
  const [isOpen, setOpen] = useState(false)
  const search = usePeopleSearch(picker, isOpen && isDirectory)
  const available = search.people.filter((person) => picker.refuse(person) === null)
  const highlight = useActiveOption(available.map(({ id }) => id))
  const isListed = isOpen && isDirectory && search.hasContent
  const active = available[highlight.at]

  function pick(person: Person) {
    picker.pick(person)
    highlight.point(null)
    // Uncovers the button « Ajouter », which the list hides.
    setOpen(false)
    field.current?.focus()
  }
  async function add(text: string, isLoose: boolean) {
    setOpen(false)
    await picker.add(text, isLoose)
    field.current?.focus()
  }
  return {
    search,
    standing: highlight,
    isListed,
    active,
    open: () => setOpen(true),
    close: () => setOpen(false),
    change(text: string) {
      picker.set(text)
      highlight.point(null)
      setOpen(true)
    },
    pick,
    onKeyDown(event: KeyboardEvent) {
      if (event.nativeEvent.isComposing) return
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        if (isListed) highlight.go(event.key === 'ArrowDown' ? 1 : -1)
        setOpen(true)
      } else if (event.key === 'Escape' && isListed) {
        // Escape must not also close the dialog around the field.
        event.stopPropagation()
        setOpen(false)
      } else if (event.key === 'Enter' && isListed && active !== undefined && (highlight.isChosen || search.isSettled)) pick(active)
      else if (event.key === 'Enter' && typed.trim() !== '') void add(typed, isDirectory)
      else return
      event.preventDefault()
    },
    onPaste(event: ClipboardEvent) {
      const text = event.clipboardData.getData('text/plain')
      if (isSingle || splitNames(text).length < 2) return
      event.preventDefault()
      void add(`${typed}\n${text}`, false)
    },
  }
}
