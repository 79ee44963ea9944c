import { useCallback, type RefCallback } from 'react'

/**
 * Gives a list that opens, when it gets the focus itself, the focus of its entry: the one that is chosen, else the first or the last. The library
 * focuses the list while it is still empty, then the entry. Of a press of the keyboard, which it takes for a screen reader's once its code is there, it
 * puts off both to the next frame and lets the second one fall where the first has moved the focus: a machine whose frames are late then
 * stood on the list, with nothing said of its entries.
 * @returns the `ref` of the list
 */
export function useEntryFocus(entry: 'first' | 'last'): RefCallback<HTMLElement> {
  return useCallback(
    (list: HTMLElement | null) => {
      if (list === null) return undefined
      const giveOn = () => entryOf(list, entry)?.focus()
      list.addEventListener('focus', giveOn)
      return () => list.removeEventListener('focus', giveOn)
    },
    [entry],
  )
}

function entryOf(list: HTMLElement, entry: 'first' | 'last'): HTMLElement | undefined {
  const all = [...list.querySelectorAll<HTMLElement>('[role=menuitem], [role=option]')].filter((one) => one.ariaDisabled !== 'true')
  return all.find((one) => one.ariaSelected === 'true') ?? all.at(entry === 'first' ? 0 : -1)
}
