import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Button, type ButtonProps } from '../Button.tsx'
import styles from './Dialog.module.css'
import { IconButton } from '../IconButton.tsx'
import { Modal } from './Modal.tsx'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  /** One sentence; a question when the dialog asks something. */
  title: string
  /** `s` 440 px, `m` 600 px, `l` 860 px, `xl` 1200 px; `side` a panel at the right, which is a sheet from below on a narrow screen. */
  size?: 's' | 'm' | 'l' | 'xl' | 'side'
  role?: 'dialog' | 'alertdialog'
  /** A click outside closes it. Default false: nothing typed is lost by a slip. */
  isDismissable?: boolean
  /** Escape and the cross do nothing, while something is being saved. */
  isBusy?: boolean
  /** Buttons of the foot, the main one last: `<DialogActions>` is built in. Leave out to put them in a form of your own. */
  actions?: ReactNode
  children?: ReactNode
}

/** A modal dialog: traps the focus, returns it, closes with Escape. */
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
      overlay={`${styles.overlay} ${size === 'side' ? styles.overlaySide : ''}`}
      box={`${styles.modal} ${styles[size]}`}
      inside={styles.dialog}
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

/** The row of buttons at the foot of a dialog or of the form inside it. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

interface FormActionsProps extends Pick<ButtonProps, 'variant' | 'form' | 'onPress' | 'isDisabled' | 'isPending' | 'pendingLabel'> {
  onCancel: () => void
  cancelLabel?: string
  /** What the main button does. */
  verb: string
}

/** « Annuler », which waits for what is under way, and the button that submits the form, or that does `onPress`. */
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
