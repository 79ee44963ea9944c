import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { currentLocation, navigate, type RouterLocation } from './location.ts'
import { parseSearchParams, serialiseSearchParams, type SearchParamSet, type SearchParamValues } from './search-param.ts'
import { useLocation } from './Router.tsx'

interface SearchParamState<K extends SearchParamSet> {
  /** Values in the URL, from which the list is requested. */
  urlValues: SearchParamValues<K>
  /** Values shown on the screen: the fields as they are typed, and the other values at once. */
  displayedValues: SearchParamValues<K>
  /**
   * Changes values. A typed text replaces the URL after its delay, or at once when emptied; any other change adds a history entry.
   * @param isCorrection replaces the URL in all cases
   */
  change: (changes: Partial<SearchParamValues<K>>, isCorrection?: boolean) => void
}

/**
 * Stores the search, filters, order, tab and page of a list in the URL, so that a link, a reload or a return shows the same list. A URL changed otherwise,
 * by a menu link for example, updates the fields.
 * @param params query parameters, declared outside the component
 */
export function useSearchParamState<const K extends SearchParamSet>(params: K): SearchParamState<K> {
  const renderedLocation = useLocation()
  // The router renders a new URL in a transition; this list renders it at once.
  const [pendingUrl, setAhead] = useState<{ over: RouterLocation; search: string } | null>(null)
  if (pendingUrl !== null && pendingUrl.over !== renderedLocation) setAhead(null)
  const search = pendingUrl?.over === renderedLocation ? pendingUrl.search : renderedLocation.search
  const urlValues = useMemo(() => parseSearchParams(params, search), [params, search])
  const [typed, setTyped] = useState<{ texts: Partial<SearchParamValues<K>>; rest: number }>(untouched)
  const displayedValues = useMemo(
    () => ({ ...parseSearchParams(params, serialiseSearchParams(params, search, typed.texts)), ...typed.texts }),
    [params, search, typed],
  )
  // Parameters of this list only: others must not reset its fields.
  const ownQuery = serialiseSearchParams(params, '', urlValues)
  // URLs written from here and not rendered yet: their text may be behind that of the field.
  const pendingWrites = useRef<string[]>([])

  function write(changes: Partial<SearchParamValues<K>>, replace: boolean) {
    const actualLocation = currentLocation()
    const next = serialiseSearchParams(params, actualLocation.search, changes)
    // The person may be on their way to another page.
    if (actualLocation.pathname !== renderedLocation.pathname || next === serialiseSearchParams(params, actualLocation.search, {})) return
    pendingWrites.current.push(serialiseSearchParams(params, '', parseSearchParams(params, next)))
    navigate(actualLocation.pathname + next, { replace, state: actualLocation.state })
    // The URL has not changed if the person is being asked about unsaved changes.
    if (location.search === next) setAhead({ over: renderedLocation, search: next })
  }
  const writeTyped = useEffectEvent(() => write(typed.texts, true))

  useEffect(() => {
    const index = pendingWrites.current.indexOf(ownQuery)
    pendingWrites.current = index < 0 ? [] : pendingWrites.current.slice(index + 1)
    if (index < 0) setTyped(untouched)
  }, [ownQuery])

  useEffect(() => {
    if (typed === untouched) return undefined
    const timer = setTimeout(() => writeTyped(), typed.rest)
    return () => clearTimeout(timer)
  }, [typed])

  function change(changes: Partial<SearchParamValues<K>>, isCorrection = false) {
    const names = Object.keys(changes)
    const fields = names.filter((name) => params[name]!.kind === 'typed')
    const texts = { ...typed.texts, ...Object.fromEntries(fields.map((name) => [name, changes[name]])) }
    if (fields.length > 0) setTyped({ texts, rest: Math.max(...fields.map((name) => (changes[name] === '' ? 0 : params[name]!.delayMs))) })
    if (fields.length < names.length) write({ ...texts, ...changes }, isCorrection)
  }
  return { urlValues, displayedValues, change }
}

const untouched = { texts: {}, rest: 0 }

/** Goes to the last page that has rows, when the current one has lost its own. @param counts counts of the answer; undefined until it is known */
export function useLastPageFallback(page: number, counts: { rows: number; pages: number } | undefined, goToPage: (page: number) => void): void {
  const last = counts?.rows === 0 && page > 1 ? Math.max(1, Math.min(page - 1, counts.pages)) : page
  const goToLast = useEffectEvent(() => goToPage(last))
  useEffect(() => {
    if (last !== page) goToLast()
  }, [last, page])
}
