import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Button, type ButtonProps } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import styles from './Dialog.module.css'
import { Modal } from './Modal.tsx'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  /** One sentence; a question when the dialog asks something. */
  title: string
  /** Width: `s` 440 px, `m` 600 px, `l` 860 px, `xl` 1200 px; `side` is a panel at the right, or a bottom sheet on a narrow screen. */
  size?: 's' | 'm' | 'l' | 'xl' | 'side'
  role?: 'dialog' | 'alertdialog'
  /** A click outside closes the dialog. Default false, so that a slip loses nothing typed. */
  isDismissable?: boolean
  /** Disables Escape and the close button while something is being saved. */
  isBusy?: boolean
  /** Buttons at the bottom, the main one last, without `<DialogActions>`, which is added. Omit to place them in a form of your own. */
  actions?: ReactNode
  children?: ReactNode
}

/** Modal dialog: traps the focus, returns it on closing, and closes with Escape. */
export function Dialog({ isOpen, onClose, title, size = 'm', role = 'dialog', isDismissable = false, isBusy = false, actions, children }: DialogProps) {
  const titleId = useId()
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      role={role}
      labelledBy={titleId}
      isDismissable={isDismissable}
      isBusy={isBusy}
      overlayClass={`${styles.overlay} ${size === 'side' ? styles.overlaySide : ''}`}
      boxClass={`${styles.modal} ${styles[size]}`}
      contentClass={styles.dialog}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {role === 'dialog' && <IconButton icon={X} label="Fermer" size="s" onPress={onClose} isDisabled={isBusy} />}
      </div>
      <div className={styles.body}>{children}</div>
      {actions && <DialogActions>{actions}</DialogActions>}
    </Modal>
  )
}

/** Row of buttons at the bottom of a dialog or of the form inside it. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

interface FormActionsProps extends Pick<ButtonProps, 'variant' | 'form' | 'onPress' | 'isDisabled' | 'isPending' | 'pendingLabel'> {
  onCancel: () => void
  cancelLabel?: string
  /** Label of the main button. */
  verb: string
}

/** « Annuler », disabled while the action runs, and the main button, which submits the form or calls `onPress` if given. */
export function FormActions({ onCancel, cancelLabel = 'Annuler', verb, variant = 'primary', pendingLabel = 'Enregistrement…', ...act }: FormActionsProps) {
  return (
    <>
      <Button onPress={onCancel} isDisabled={act.isPending}>
        {cancelLabel}
      </Button>
      <Button type={act.onPress ? undefined : 'submit'} {...{ variant, pendingLabel, ...act }}>
        {verb}
      </Button>
    </>
  )
}

/** Frames to wait for the dialog to disappear: about two seconds. */
const maxFrames = 120

/** Focuses the title of the page once the dialog has disappeared. For a deletion: the button that opened the dialog no longer exists. */
export const focusTitleAfterDialog = (framesLeft = maxFrames): void => focusAfterDialog(() => document.querySelector('main h1'), framesLeft)

/** Focuses an element once the dialogs that do not contain it have disappeared. @param find called at each frame until then */
export function focusAfterDialog(find: () => HTMLElement | null | undefined, framesLeft = maxFrames): void {
  requestAnimationFrame(() => {
    const element = find() ?? null
    const dialogs = [...document.querySelectorAll('[role="alertdialog"], [role="dialog"]')]
    // The library keeps what is under the dialog inert for a moment after it has disappeared.
    const isBlocked = dialogs.some((dialog) => !dialog.contains(element)) || element?.closest('[inert], [aria-hidden="true"]') != null
    if (framesLeft > 0 && isBlocked) return focusAfterDialog(find, framesLeft - 1)
    element?.focus()
  })
}
