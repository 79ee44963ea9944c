import type { ComponentProps } from 'react'
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
