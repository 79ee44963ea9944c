import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { currentPlace, navigate, type Place } from './address.ts'
import { readState, writeState, type Keeping, type StateOf } from './address-state.ts'
import { useLocation } from './Router.tsx'

interface AddressState<K extends Keeping> {
  /** What the address says: the list to ask the server for. */
  kept: StateOf<K>
  /** What the screen shows at once: the fields as they are typed, and what the address will say of the rest. */
  shown: StateOf<K>
  /**
   * A typed text takes the place of the address once it has rested, and at once when it is emptied; anything else is a new place in the
   * history. @param isCorrection it is none either
   */
  change: (changes: Partial<StateOf<K>>, isCorrection?: boolean) => void
}

/**
 * The search, filters, order, tab and page of a list, which its address keeps: a link, a reload, a return find the same list. An address
 * that changes otherwise, by a link of the menu for instance, fills the fields.
 * @param keeping declared outside the component
 */
export function useAddressState<const K extends Keeping>(keeping: K): AddressState<K> {
  const drawn = useLocation()
  // The router draws an address when it can; this list, at once.
  const [ahead, setAhead] = useState<{ over: Place; search: string } | null>(null)
  if (ahead !== null && ahead.over !== drawn) setAhead(null)
  const search = ahead?.over === drawn ? ahead.search : drawn.search
  const kept = useMemo(() => readState(keeping, search), [keeping, search])
  const [typed, setTyped] = useState<{ texts: Partial<StateOf<K>>; rest: number }>(untouched)
  const shown = useMemo(() => ({ ...readState(keeping, writeState(keeping, search, typed.texts)), ...typed.texts }), [keeping, search, typed])
  // Of this list alone: another parameter of the address is none of its business.
  const own = writeState(keeping, '', kept)
  // What was written from here and has not come back yet: its letters may be behind those of the field.
  const written = useRef<string[]>([])

  function write(changes: Partial<StateOf<K>>, replace: boolean) {
    const place = currentPlace()
    const next = writeState(keeping, place.search, changes)
    // The person may be on their way to another page.
    if (place.pathname !== drawn.pathname || next === writeState(keeping, place.search, {})) return
    written.current.push(writeState(keeping, '', readState(keeping, next)))
    navigate(place.pathname + next, { replace, state: place.state })
    // Elsewhere while the person is asked about an unsaved text.
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

/** Leads from a page that has lost its rows to the last one that has some. @param found on it; undefined until it is known */
export function useLostPage(page: number, found: { rows: number; pages: number } | undefined, goTo: (page: number) => void): void {
  const last = found?.rows === 0 && page > 1 ? Math.max(1, Math.min(page - 1, found.pages)) : page
  const goToLast = useEffectEvent(() => goTo(last))
  useEffect(() => {
    if (last !== page) goToLast()
  }, [last, page])
}
