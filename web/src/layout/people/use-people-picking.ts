import { routes, type Person } from '@parvis/contract'
import { useState } from 'react'
import { call, useUser } from '../../api/browser.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { useInstance } from '../../api/use-instance.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { findNamedPerson, splitNames } from './named-people.ts'

/** Maximum number of names in one paste. */
const maxNames = 100

/** Thrown while a form is sent, if nobody is chosen or a typed name is refused. The field shows the reason. */
export class PersonRefused extends Error {}

interface Options {
  onPick: (person: Person) => void
  /** Reason, in a sentence, why a person cannot be picked; null if they can. */
  refuse?: (person: Person) => string | null
  /** `all` includes inactive accounts, for administrators. */
  status?: 'active' | 'all'
}

export type PeoplePicking = ReturnType<typeof usePeoplePicking>

/** Whether the user may search accounts by parts of names. Otherwise names and addresses are typed in full. */
export function useIsDirectory(): boolean {
  const { is_admin } = useUser()
  return useInstance()?.directory_search === true || is_admin
}

/**
 * State of a `PersonField`: the text, why it was refused, and the people picked from suggestions or named in full. `resolveTyped()`, called before a form is sent,
 * picks the people still named in the field.
 */
export function usePeoplePicking({ onPick, refuse = () => null, status = 'active' }: Options) {
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const announce = useAnnounce()

  // Announced because the focus is already in the field: a screen reader would not read an error that appears under it.
  function fail(sentence: string): null {
    setRefusal(sentence)
    announce(sentence)
    return null
  }

  function accept(person: Person): string | null {
    const reason = refuse(person)
    if (reason === null) onPick(person)
    return reason
  }

  /** Picks a suggestion and empties the field. */
  function pick(person: Person): void {
    const reason = accept(person)
    if (reason !== null) return void fail(reason)
    setTyped('')
    setRefusal(null)
    announce(`${person.name} est dans la liste.`)
  }

  /**
   * Picks every person that the text names in full. Names without a person stay in the field, with the reason.
   * @param acceptsPartial accepts a part of a name that matches only one person
   * @returns the people picked; null if a name was refused
   */
  async function add(text = typed, acceptsPartial = false): Promise<Person[] | null> {
    if (isPending) return null
    const names = splitNames(text)
    if (names.length === 0) return fail('Donnez un nom d’utilisateur ou une adresse e-mail')
    if (names.length > maxNames) return fail(`${maxNames} personnes au plus à la fois. Rien n’a été ajouté.`)
    setPending(true)
    setRefusal(null)
    const picked: Person[] = []
    const unresolved: { name: string; reason: string }[] = []
    try {
      for (const name of names) {
        const suggestions = await call(routes.people.suggest, { query: { search: name, status } })
        const person = findNamedPerson(suggestions, name) ?? (acceptsPartial && suggestions.people.length === 1 ? suggestions.people[0]! : null)
        const isKnown = person !== null && person !== 'several'
        if (isKnown && picked.some(({ id }) => id === person.id)) continue
        const reason = isKnown ? accept(person) : person === 'several' || suggestions.people.length > 1 ? ambiguousSentence(name) : unknownSentence(name)
        if (reason !== null) unresolved.push({ name, reason })
        else if (isKnown) picked.push(person)
      }
    } catch (error) {
      const unsearched = names.slice(picked.length + unresolved.length)
      unresolved.push(...unsearched.map((name) => ({ name, reason: sentenceOf(error, 'Cette personne n’a pas pu être cherchée. Veuillez réessayer.') })))
    } finally {
      setPending(false)
    }
    setTyped(unresolved.map(({ name }) => name).join(', '))
    if (unresolved.length > 0) return fail([...new Set(unresolved.map(({ reason }) => reason))].slice(0, 3).join(' '))
    if (picked.length > 0) announce(`${picked.map(({ name }) => name).join(', ')}\u00a0: dans la liste.`)
    return picked
  }

  return {
    typed,
    refusal,
    isPending,
    status,
    set(next: string) {
      setTyped(next)
      setRefusal(null)
    },
    pick,
    /** Returns the reason why a suggestion cannot be picked; null if it can. */
    refuse,
    add,
    resolveTyped: async (): Promise<Person[] | null> => (typed.trim() === '' ? [] : add()),
  }
}

const unknownSentence = (name: string) => `Aucun compte actif ne s’appelle «\u00a0${name}\u00a0»\u00a0: vérifiez son nom ou son adresse.`
const ambiguousSentence = (name: string) => `Plusieurs personnes correspondent à «\u00a0${name}\u00a0»\u00a0: choisissez dans la liste, ou donnez son adresse.`
