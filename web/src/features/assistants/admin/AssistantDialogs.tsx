import { routes, type Assistant } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { call } from '../../../api/browser.ts'
import { create } from '../../../api/create.ts'
import { invalidate, queryFor } from '../../../api/queries.ts'
import { GrantsDialog } from '../../../layout/dialogs-on-demand.ts'
import { runRowAction } from '../../../layout/run-row-action.ts'
import { dialogOnDemand } from '../../../ui/on-demand.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { focusTitleAfterDialog } from '../../../ui/overlays/Dialog.tsx'
import { assistantMessages } from '../form/assistant-form.ts'
import type { AssistantFormTarget } from '../form/AssistantFormDialog.tsx'
import { handOverWords } from '../own/sharing-words.ts'

// Loaded lazily, because most visits open no form.
const AssistantFormDialog = dialogOnDemand(async () => (await import('../form/AssistantFormDialog.tsx')).AssistantFormDialog)
const ReasonDialog = dialogOnDemand(async () => (await import('../form/ReasonDialog.tsx')).ReasonDialog)
const HandOverDialog = dialogOnDemand(async () => (await import('../../../layout/grants/HandOverDialog.tsx')).HandOverDialog)

type Action = 'edit' | 'remove' | 'grants' | 'suspend' | 'handOver'

export type AssistantAdminDialog = { kind: 'create' } | { kind: Action; assistant: Assistant }

interface DialogCallbacks {
  onClose: () => void
  onDone: (sentence: string) => void
}

/** The open dialog of the page, if any. */
export function AssistantDialogs({ dialog, ...ends }: DialogCallbacks & { dialog: AssistantAdminDialog | null }) {
  if (dialog === null) return null
  if (!('assistant' in dialog)) return <CommonAssistantForm assistant={null} {...ends} />
  const { kind, assistant } = dialog
  if (kind === 'edit') return <CommonAssistantForm assistant={assistant} {...ends} />
  if (kind === 'grants') return <GrantsDialog kind="assistant" id={assistant.id} name={assistant.name} {...ends} />
  if (kind === 'suspend') return <SuspendDialog assistant={assistant} {...ends} />
  if (kind === 'handOver') return <HandOver assistant={assistant} {...ends} />
  return <RemoveDialog assistant={assistant} {...ends} />
}

/** Form of an assistant of the organisation. @param assistant null for a new one */
function CommonAssistantForm(props: DialogCallbacks & { assistant: Assistant | null }) {
  const target: AssistantFormTarget = {
    draft: 'assistant',
    documents: useQuery({ ...queryFor(routes.documentCategories.list), staleTime: 0 }),
    hasState: true,
    create: (body) => create(routes.assistants.create, body),
    update: (id, body) => runRowAction(routes.assistants.update, () => call(routes.assistants.update, { params: { id }, body })),
    refresh: () => void invalidate(routes.assistants.update),
  }
  return <AssistantFormDialog target={target} {...props} />
}

type ExistingProps = DialogCallbacks & { assistant: Assistant }

/** Dialog that suspends an assistant that a person shared or proposed. */
const SuspendDialog = ({ assistant: { id, name }, ...ends }: ExistingProps) => (
  <ReasonDialog
    title={`Suspendre «\u00a0${name}\u00a0»\u00a0?`}
    lead="Plus personne ne le verra que son propriétaire et les administrateurs. Les conversations commencées avec lui restent lisibles, et demandent d’en choisir un autre pour continuer."
    verb="Suspendre"
    onConfirm={(reason) => runRowAction(routes.assistantReviews.publish, () => call(routes.assistantReviews.suspend, { params: { id }, body: { reason } }))}
    {...ends}
  />
)

const HandOver = ({ assistant: { id, name, file_count = 0 }, ...ends }: ExistingProps) => (
  <HandOverDialog
    texts={handOverWords(name)}
    introduction={`Pour le compte désactivé de son propriétaire. Les deux en reçoivent un courriel.${
      file_count > 0 ? ' Ses fichiers ne le suivront pas\u00a0: ils restent les documents de ce compte.' : ''
    }`}
    handOver={(to) => runRowAction(routes.assistantReviews.publish, () => call(routes.assistantReviews.handOver, { params: { id }, body: to }))}
    {...ends}
  />
)

const RemoveDialog = ({ assistant: { id, name }, onClose, onDone }: ExistingProps) => (
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
