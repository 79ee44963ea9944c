import { useCallback, type ComponentProps, type RefCallback } from 'react'
import { Popover } from 'react-aria-components'
import { InFrench } from './InFrench.tsx'

interface OpenPopoverProps extends Pick<
  ComponentProps<typeof Popover>,
  'triggerRef' | 'placement' | 'isNonModal' | 'className' | 'aria-label' | 'aria-labelledby' | 'children'
> {
  onClose: () => void
}

/** Popover beside its trigger, closed by a click outside, by Escape, or when the focus leaves it. Mounted only while it is open. */
export function OpenPopover({ onClose, ...shown }: OpenPopoverProps) {
  return (
    <InFrench>
      <Popover {...shown} isOpen onOpenChange={(isOpen) => !isOpen && onClose()} offset={4} />
    </InFrench>
  )
}

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
  const all = [...list.querySelectorAll<HTMLElement>('[role=menuitem], [role=option]')].filter((element) => element.ariaDisabled !== 'true')
  return all.find((element) => element.ariaSelected === 'true') ?? all.at(entry === 'first' ? 0 : -1)
}
