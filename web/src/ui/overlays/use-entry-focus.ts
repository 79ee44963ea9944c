import { useCallback, type RefCallback } from 'react'

/**
 * Moves the focus from a list that has just opened to its selected entry, else to its first or last one. Works around react-aria, which focuses the list
 * while it is still empty: on a keyboard press, with late frames, the focus stayed on the list and no entry was read aloud.
 * @returns the `ref` of the list
 */
export function useEntryFocus(entry: 'first' | 'last'): RefCallback<HTMLElement> {
  return useCallback(
    (list: HTMLElement | null) => {
      if (list === null) return undefined
      const focusEntry = () => entryOf(list, entry)?.focus()
      list.addEventListener('focus', focusEntry)
      return () => list.removeEventListener('focus', focusEntry)
    },
    [entry],
  )
}

function entryOf(list: HTMLElement, entry: 'first' | 'last'): HTMLElement | undefined {
  const all = [...list.querySelectorAll<HTMLElement>('[role=menuitem], [role=option]')].filter((one) => one.ariaDisabled !== 'true')
  return all.find((one) => one.ariaSelected === 'true') ?? all.at(entry === 'first' ? 0 : -1)
}
