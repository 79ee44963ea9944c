import type { ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { InFrench } from './InFrench.tsx'

export interface ModalProps {
  isOpen: boolean
  onClose: () => void
  /** Its name, or the id of the title inside that gives it. */
  label?: string
  labelledBy?: string
  role?: 'dialog' | 'alertdialog'
  /** A click outside closes it. */
  isDismissable?: boolean
  /** Neither a click outside nor Escape closes it. */
  isBusy?: boolean
  /** Classes of what covers the page, of what stands on it, and of its inside. */
  overlay: string | undefined
  box: string | undefined
  inside: string | undefined
  children: ReactNode
}

/** What stands over the page until it is closed: traps the focus, returns it, closes with Escape. */
export function OpenModal({
  isOpen,
  onClose,
  label,
  labelledBy,
  role = 'dialog',
  isDismissable = false,
  isBusy = false,
  overlay,
  box,
  inside,
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
        className={overlay ?? ''}
      >
        <Modal className={box ?? ''}>
          <Dialog
            role={role}
            {...(label !== undefined && { 'aria-label': label })}
            {...(labelledBy !== undefined && { 'aria-labelledby': labelledBy })}
            className={inside ?? ''}
          >
            {children}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </InFrench>
  )
}
