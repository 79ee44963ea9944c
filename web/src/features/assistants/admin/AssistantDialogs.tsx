import { routes, type Assistant } from '@parvis/contract'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { call } from '../../../api/browser.ts'
import { GrantsDialog } from '../../../layout/dialogs-on-demand.ts'
import { runRowAction } from '../../../layout/run-row-action.ts'
import { dialogOnDemand } from '../../../ui/on-demand.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { focusTitleAfterDialog } from '../../../ui/content/focus-title.ts'
import { assistantMessages } from '../form/assistant-form.ts'
import { handOverWords } from '../own/sharing-words.ts'

// Loaded lazily, because most visits open no form.
const CommonAssistantForm = dialogOnDemand(async () => (await import('./CommonAssistantForm.tsx')).CommonAssistantForm)
const SuspendDialog = dialogOnDemand(async () => (await import('./SuspendDialog.tsx')).SuspendDialog)
const HandOverDialog = dialogOnDemand(async () => (await import('../../../layout/grants/HandOverDialog.tsx')).HandOverDialog)

export type AssistantAdminDialog =
  | { kind: 'create' }
  | { kind: 'edit'; assistant: Assistant }
  | { kind: 'remove'; assistant: Assistant }
  | { kind: 'grants'; assistant: Assistant }
  | { kind: 'suspend'; assistant: Assistant }
  | { kind: 'handOver'; assistant: Assistant }

interface AssistantDialogsProps {
  dialog: AssistantAdminDialog | null
  onClose: () => void
  onDone: (sentence: string) => void
}

/** The open dialog of the page, if any. */
export function AssistantDialogs({ dialog, onClose, onDone }: AssistantDialogsProps) {
  if (dialog === null) return null
  if (dialog.kind === 'grants') {
    const { id, name } = dialog.assistant
    return <GrantsDialog kind="assistant" id={id} name={name} onClose={onClose} onDone={onDone} />
  }
  if (dialog.kind === 'suspend' || dialog.kind === 'handOver') {
    const { id, name, file_count = 0 } = dialog.assistant
    return dialog.kind === 'suspend' ? (
      <SuspendDialog id={id} name={name} onClose={onClose} onDone={onDone} />
    ) : (
      <HandOverDialog
        texts={handOverWords(name)}
        introduction={`Pour le compte désactivé de son propriétaire. Les deux en reçoivent un courriel.${
          file_count > 0 ? ' Ses fichiers ne le suivront pas\u00a0: ils restent les documents de ce compte.' : ''
        }`}
        handOver={(to) => runRowAction(routes.assistantReviews.publish, () => call(routes.assistantReviews.handOver, { params: { id }, body: to }))}
        onClose={onClose}
        onDone={onDone}
      />
    )
  }
  if (dialog.kind !== 'remove') return <CommonAssistantForm assistant={dialog.kind === 'edit' ? dialog.assistant : null} onClose={onClose} onDone={onDone} />
  const { id, name } = dialog.assistant
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Supprimer l’assistant «\u00a0${name}\u00a0»\u00a0?`}
      confirmLabel="Supprimer"
      pendingLabel="Suppression…"
      describeError={(failure) => `${assistantMessages.removal}. ${sentenceOf(failure, '')}`.trim()}
      onConfirm={async () => {
        await runRowAction(routes.assistantReviews.publish, () => call(routes.assistants.remove, { params: { id } }))
        onDone(`L’assistant «\u00a0${name}\u00a0» est supprimé.`)
        focusTitleAfterDialog()
      }}
    >
      Il disparaît du catalogue et cette action est irréversible. Les conversations déjà tenues avec lui restent lisibles. Pour le retirer sans le perdre,
      rendez-le inactif.
    </ConfirmDialog>
  )
}
