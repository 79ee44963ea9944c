import type { ComponentProps } from 'react'
import { Popover } from 'react-aria-components'
import { InFrench } from './InFrench.tsx'

interface OpenPopoverProps extends Pick<
  ComponentProps<typeof Popover>,
  'triggerRef' | 'placement' | 'isNonModal' | 'className' | 'aria-label' | 'aria-labelledby' | 'children'
> {
  onClose: () => void
}

/** What hangs from a button, just beside it, until it is left. Mounted when open. */
export function OpenPopover({ onClose, ...shown }: OpenPopoverProps) {
  return (
    <InFrench>
      <Popover {...shown} isOpen onOpenChange={(isOpen) => !isOpen && onClose()} offset={4} />
    </InFrench>
  )
}
