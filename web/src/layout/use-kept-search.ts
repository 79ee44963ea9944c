import { useEffect, useState } from 'react'
import { useDebounced } from '../ui/use-debounced.ts'
import { useSearchParams } from '../router/Router.tsx'

const name = 'recherche'

/**
 * What is typed in the search field of a list, which the address keeps once it has rested for `delay` milliseconds: a link, a reload and
 * a return find the same list.
 * @returns the text of the field, the text to look for, and what changes the field
 */
export function useKeptSearch(delay: number, longest: number): [typed: string, search: string, setTyped: (text: string) => void] {
  const [query, setQuery] = useSearchParams()
  const [typed, setTyped] = useState(() => query.get(name) ?? '')
  const search = useDebounced(typed.trim().slice(0, longest), delay)
  const kept = query.get(name) ?? ''
  useEffect(() => {
    if (search === kept) return
    const { [name]: _before, ...others } = Object.fromEntries(query)
    setQuery({ ...others, ...(search !== '' && { [name]: search }) })
  }, [search, kept, query, setQuery])
  return [typed, search, setTyped]
}
