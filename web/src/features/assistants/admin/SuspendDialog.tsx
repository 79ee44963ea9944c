import { routes } from '@parvis/contract'
import { call } from '../../../api/browser.ts'
import { runRowAction } from '../../../layout/run-row-action.ts'
import { ReasonDialog } from '../form/ReasonDialog.tsx'

interface SuspendDialogProps {
  id: string
  name: string
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Dialog that suspends an assistant that a person shared or proposed. */
export function SuspendDialog({ id, name, onClose, onDone }: SuspendDialogProps) {
  return (
    <ReasonDialog
      title={`Suspendre «\u00a0${name}\u00a0»\u00a0?`}
      lead="Plus personne ne le verra que son propriétaire et les administrateurs. Les conversations commencées avec lui restent lisibles, et demandent d’en choisir un autre pour continuer."
      verb="Suspendre"
      onConfirm={(reason) => runRowAction(routes.assistantReviews.publish, () => call(routes.assistantReviews.suspend, { params: { id }, body: { reason } }))}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
