import { useState, type ReactNode } from 'react'
import { Banner } from '../feedback/Banner.tsx'
import { Button } from '../Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  /** Question: « Supprimer le dossier « Voirie » ? » */
  title: string
  /** Consequences of the action, and whether it can be undone. */
  children?: ReactNode
  /** Verb of the question: « Supprimer ». */
  confirmLabel: string
  pendingLabel?: string
  cancelLabel?: string
  /** Runs the action. If its promise is rejected, the dialog stays open and shows the error. */
  onConfirm: () => Promise<unknown> | void
  /** Returns the sentence shown for a rejection. Default: the message of the error. */
  describeError?: (error: unknown) => string
  tone?: 'danger' | 'primary'
  /** False while something must first be read or chosen: the confirm button is disabled. */
  isReady?: boolean
}

const messageOf = (error: unknown) => (error instanceof Error && error.message ? error.message : 'Une erreur est survenue')

/** Confirmation dialog for an important action. « Annuler » has the initial focus, and Escape cancels. */
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
