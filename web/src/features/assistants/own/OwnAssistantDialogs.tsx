import { routes, type OwnAssistant } from '@parvis/contract'
import { call } from '../../../api/browser.ts'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { GrantsDialog } from '../../../layout/dialogs-on-demand.ts'
import { dialogOnDemand } from '../../../ui/on-demand.tsx'
import { focusTitleAfterDialog } from '../../../ui/overlays/Dialog.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { handOverWords } from './sharing-words.ts'

export type OwnAssistantAction = 'edit' | 'share' | 'propose' | 'handOver' | 'remove'

// Loaded lazily, because most visits open none of them.
const OwnAssistantForm = dialogOnDemand(async () => (await import('./OwnAssistantForm.tsx')).OwnAssistantForm)
const CopyDialog = dialogOnDemand(async () => (await import('./CopyDialog.tsx')).CopyDialog)
const ProposeDialog = dialogOnDemand(async () => (await import('./ProposeDialog.tsx')).ProposeDialog)
const HandOverDialog = dialogOnDemand(async () => (await import('../../../layout/grants/HandOverDialog.tsx')).HandOverDialog)

export type OwnAssistantDialog = { action: 'create' | 'copy' } | { action: OwnAssistantAction; assistant: OwnAssistant }

interface DialogCallbacks {
  onClose: () => void
  onDone: (sentence: string) => void
}

/** The open dialog of the page, if any. */
export function OwnAssistantDialogs({ dialog, ...ends }: DialogCallbacks & { dialog: OwnAssistantDialog | null }) {
  if (dialog === null) return null
  if (!('assistant' in dialog)) return dialog.action === 'copy' ? <CopyDialog {...ends} /> : <OwnAssistantForm assistant={null} {...ends} />
  const { action, assistant } = dialog
  if (action === 'edit') return <OwnAssistantForm assistant={assistant} {...ends} />
  if (action === 'share') return <GrantsDialog kind="assistant" id={assistant.id} name={assistant.name} {...ends} />
  if (action === 'propose') return <ProposeDialog assistant={assistant} {...ends} />
  if (action === 'handOver') return <HandOver assistant={assistant} {...ends} />
  return <RemoveDialog assistant={assistant} {...ends} />
}

type ExistingProps = DialogCallbacks & { assistant: OwnAssistant }

const HandOver = ({ assistant: { id, name, file_count }, ...ends }: ExistingProps) => (
  <HandOverDialog
    texts={handOverWords(name)}
    introduction={`Il ne sera plus à vous. Ceux qui l’utilisent le gardent, et vos conversations avec lui restent. Vous en recevez tous deux un courriel.${
      file_count > 0 ? ' Ses fichiers ne le suivront pas\u00a0: ils resteront vos documents.' : ''
    }`}
    handOver={(to) => call(routes.ownAssistants.handOver, { params: { id }, body: to })}
    {...ends}
  />
)

function RemoveDialog({ assistant: { id, name, shared_with, file_count }, onClose, onDone }: ExistingProps) {
  const isShared = shared_with.teams.length > 0 || shared_with.people > 0
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Supprimer l’assistant «\u00a0${name}\u00a0»\u00a0?`}
      confirmLabel="Supprimer"
      pendingLabel="Suppression…"
      describeError={(failure) => sentenceOf(failure, 'L’assistant n’a pas pu être supprimé. Rien n’a changé\u00a0; veuillez réessayer.')}
      onConfirm={async () => {
        onDone((await call(routes.ownAssistants.remove, { params: { id } })).message)
        focusTitleAfterDialog()
      }}
    >
      {isShared && 'Ceux avec qui vous le partagez ne l’auront plus. Pour qu’il leur reste, transmettez-le à l’un d’eux. '}
      {file_count > 0 &&
        'Ses fichiers sont supprimés avec lui, sauf ceux que vous aviez choisis parmi vos documents et ceux qu’une conversation, un projet ou un autre assistant tient. '}
      Cette action est irréversible. Les conversations déjà tenues avec lui restent lisibles.
    </ConfirmDialog>
  )
}
