import type { ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { InFrench } from './InFrench.tsx'

export interface ModalProps {
  isOpen: boolean
  onClose: () => void
  /** Accessible name; or `labelledBy`, the id of the title inside. */
  label?: string
  labelledBy?: string
  role?: 'dialog' | 'alertdialog'
  /** A click outside closes the modal. */
  isDismissable?: boolean
  /** Neither a click outside nor Escape closes the modal. */
  isBusy?: boolean
  /** CSS classes of the backdrop, of the box and of its content. */
  overlayClass: string | undefined
  boxClass: string | undefined
  contentClass: string | undefined
  children: ReactNode
}

/** Modal dialog of react-aria: traps the focus, returns it on closing, and closes with Escape. */
export function OpenModal({
  isOpen,
  onClose,
  label,
  labelledBy,
  role = 'dialog',
  isDismissable = false,
  isBusy = false,
  overlayClass,
  boxClass,
  contentClass,
  children,
}: ModalProps) {
  return (
    <InFrench>
      <ModalOverlay
        isOpen={isOpen}
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
        isDismissable={isDismissable && !isBusy}
        isKeyboardDismissDisabled={isBusy}
        className={overlayClass ?? ''}
      >
        <Modal className={boxClass ?? ''}>
          <Dialog
            role={role}
            {...(label !== undefined && { 'aria-label': label })}
            {...(labelledBy !== undefined && { 'aria-labelledby': labelledBy })}
            className={contentClass ?? ''}
          >
            {children}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </InFrench>
  )
}
