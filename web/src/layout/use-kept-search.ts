import { useEffect, useRef, useState } from 'react'
import { useDebounced } from '../ui/use-debounced.ts'
import { useSearchParams } from '../router/Router.tsx'

const name = 'recherche'

/**
 * What is typed in the search field of a list, which the address keeps once it has rested for `delay` milliseconds: a link, a reload and
 * a return find the same list. An address that changes otherwise, by a link of the menu for instance, fills the field.
 * @returns the text of the field, the text to look for, and what changes the field
 */
export function useKeptSearch(delay: number, longest: number): [typed: string, search: string, setTyped: (text: string) => void] {
  const [query, setQuery] = useSearchParams()
  const kept = query.get(name) ?? ''
  const [typed, setTyped] = useState(kept)
  const wanted = typed.trim().slice(0, longest)
  const search = useDebounced(wanted, delay)
  // What the address held when it was last looked at, and what it was last known to hold or to be about to.
  const address = useRef({ seen: kept, known: kept })
  useEffect(() => {
    const { seen, known } = address.current
    address.current.seen = kept
    if (kept !== seen && kept !== known) {
      address.current.known = kept
      return setTyped(kept)
    }
    if (search !== wanted || search === known) return undefined
    address.current.known = search
    const { [name]: _before, ...others } = Object.fromEntries(query)
    return setQuery({ ...others, ...(search !== '' && { [name]: search }) })
  }, [kept, search, wanted, query, setQuery])
  return [typed, search, setTyped]
}
