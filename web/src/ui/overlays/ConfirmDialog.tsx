import { useState, type ReactNode } from 'react'
import { Banner } from '../feedback/Banner.tsx'
import { Button } from '../Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  /** A question: « Supprimer le dossier « Voirie » ? » */
  title: string
  /** What will happen, and whether it can be undone. */
  children?: ReactNode
  /** The verb of the question: « Supprimer ». */
  confirmLabel: string
  pendingLabel?: string
  cancelLabel?: string
  /** Does it. When it resolves the dialog closes; when it rejects the dialog stays and says why. */
  onConfirm: () => Promise<unknown> | void
  /** Sentence for a rejection. Default: the message of the error. */
  describeError?: (error: unknown) => string
  tone?: 'danger' | 'primary'
  /** False while something must be read or chosen first: it cannot be confirmed yet. */
  isReady?: boolean
}

const messageOf = (error: unknown) => (error instanceof Error && error.message ? error.message : 'Une erreur est survenue')

/** Asks before something that matters. The safe choice has the focus; Escape is the safe choice. */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  children,
  confirmLabel,
  pendingLabel,
  cancelLabel = 'Annuler',
  onConfirm,
  describeError = messageOf,
  tone = 'danger',
  isReady = true,
}: ConfirmDialogProps) {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  function close() {
    setFailure(null)
    onClose()
  }

  async function confirm() {
    setPending(true)
    setFailure(null)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setFailure(describeError(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={title}
      size="s"
      role="alertdialog"
      isBusy={isPending}
      actions={
        <>
          <Button autoFocus onPress={close} isDisabled={isPending}>
            {cancelLabel}
          </Button>
          <Button variant={tone} onPress={() => void confirm()} isDisabled={!isReady} isPending={isPending} pendingLabel={pendingLabel}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {failure && <Banner tone="error">{failure}</Banner>}
    </Dialog>
  )
}
