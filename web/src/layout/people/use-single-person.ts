import type { Person } from '@parvis/contract'
import { useState } from 'react'
import { PersonRefused, usePeoplePicking } from './use-people-picking.ts'

interface Options {
  refuse?: (person: Person) => string | null
  status?: 'active' | 'all'
  onChange?: (person: Person | null) => void
}

export type SinglePersonState = ReturnType<typeof useSinglePerson>

/** State of a `SinglePerson`: the chosen person, or the text of the field that `resolve` converts to one. */
export function useSinglePerson({ refuse, status = 'active', onChange }: Options = {}) {
  const [chosen, setChosen] = useState<Person | null>(null)
  function choose(person: Person | null) {
    setChosen(person)
    onChange?.(person)
  }
  const picker = usePeoplePicking({ onPick: choose, status, ...(refuse && { refuse }) })
  return {
    chosen,
    choose,
    picking: picker,
    isEmpty: chosen === null && picker.typed.trim() === '',
    /** Returns the chosen person, or the one that the text names in full. @throws {PersonRefused} */
    async resolve(): Promise<Person> {
      const person = chosen ?? (await picker.add())?.[0]
      if (!person) throw new PersonRefused()
      return person
    },
  }
}
