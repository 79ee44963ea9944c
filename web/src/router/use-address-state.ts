import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { currentPlace, navigate, type Place } from './address.ts'
import { readState, writeState, type Keeping, type StateOf } from './address-state.ts'
import { useLocation } from './Router.tsx'

interface AddressState<K extends Keeping> {
  /** Values in the URL, from which the list is requested. */
  kept: StateOf<K>
  /** Values shown on the screen: the fields as they are typed, and the other values at once. */
  shown: StateOf<K>
  /**
   * Changes values. A typed text replaces the URL after its delay, or at once when emptied; any other change adds a history entry.
   * @param isCorrection replaces the URL in all cases
   */
  change: (changes: Partial<StateOf<K>>, isCorrection?: boolean) => void
}

/**
 * Stores the search, filters, order, tab and page of a list in the URL, so that a link, a reload or a return shows the same list. A URL changed otherwise,
 * by a menu link for example, updates the fields.
 * @param keeping query parameters, declared outside the component
 */
export function useAddressState<const K extends Keeping>(keeping: K): AddressState<K> {
  const drawn = useLocation()
  // The router renders a new URL in a transition; this list renders it at once.
  const [ahead, setAhead] = useState<{ over: Place; search: string } | null>(null)
  if (ahead !== null && ahead.over !== drawn) setAhead(null)
  const search = ahead?.over === drawn ? ahead.search : drawn.search
  const kept = useMemo(() => readState(keeping, search), [keeping, search])
  const [typed, setTyped] = useState<{ texts: Partial<StateOf<K>>; rest: number }>(untouched)
  const shown = useMemo(() => ({ ...readState(keeping, writeState(keeping, search, typed.texts)), ...typed.texts }), [keeping, search, typed])
  // Parameters of this list only: others must not reset its fields.
  const own = writeState(keeping, '', kept)
  // URLs written from here and not rendered yet: their text may be behind that of the field.
  const written = useRef<string[]>([])

  function write(changes: Partial<StateOf<K>>, replace: boolean) {
    const place = currentPlace()
    const next = writeState(keeping, place.search, changes)
    // The person may be on their way to another page.
    if (place.pathname !== drawn.pathname || next === writeState(keeping, place.search, {})) return
    written.current.push(writeState(keeping, '', readState(keeping, next)))
    navigate(place.pathname + next, { replace, state: place.state })
    // The URL has not changed if the person is being asked about unsaved changes.
    if (location.search === next) setAhead({ over: drawn, search: next })
  }
  const writeTyped = useEffectEvent(() => write(typed.texts, true))

  useEffect(() => {
    const at = written.current.indexOf(own)
    written.current = at < 0 ? [] : written.current.slice(at + 1)
    if (at < 0) setTyped(untouched)
  }, [own])

  useEffect(() => {
    if (typed === untouched) return undefined
    const timer = setTimeout(() => writeTyped(), typed.rest)
    return () => clearTimeout(timer)
  }, [typed])

  function change(changes: Partial<StateOf<K>>, isCorrection = false) {
    const names = Object.keys(changes)
    const fields = names.filter((name) => keeping[name]!.kind === 'typed')
    const texts = { ...typed.texts, ...Object.fromEntries(fields.map((name) => [name, changes[name]])) }
    if (fields.length > 0) setTyped({ texts, rest: Math.max(...fields.map((name) => (changes[name] === '' ? 0 : keeping[name]!.rest))) })
    if (fields.length < names.length) write({ ...texts, ...changes }, isCorrection)
  }
  return { kept, shown, change }
}

const untouched = { texts: {}, rest: 0 }

/** Goes to the last page that has rows, when the current one has lost its own. @param found counts of the answer; undefined until it is known */
export function useLostPage(page: number, found: { rows: number; pages: number } | undefined, goTo: (page: number) => void): void {
  const last = found?.rows === 0 && page > 1 ? Math.max(1, Math.min(page - 1, found.pages)) : page
  const goToLast = useEffectEvent(() => goTo(last))
  useEffect(() => {
    if (last !== page) goToLast()
  }, [last, page])
}
