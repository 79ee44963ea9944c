import { routes } from '@parvis/contract'
import { History } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { call } from '../../../api/browser.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'

interface RestoreButtonProps {
  assistantId: string
  number: number
  onRestored: () => void
}

/** Asks before it gives the assistant back the texts of a version. */
export function RestoreButton({ assistantId, number, onRestored }: RestoreButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div>
      <Button variant="primary" icon={<History aria-hidden />} onPress={() => setAsking(true)}>
        Rétablir la version {number}
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsking(false)}
          title={`Rétablir la version ${number}\u00a0?`}
          confirmLabel="Rétablir"
          pendingLabel="Rétablissement…"
          describeError={(failure) => sentenceOf(failure, 'La version n’a pas pu être rétablie. Rien n’a changé.')}
          onConfirm={async () => {
            await call(routes.assistantVersions.restore, { params: { id: assistantId, number: String(number) } })
            onRestored()
          }}
        >
          L’assistant reprend le nom, la description, les instructions et les questions proposées de cette version, dès la prochaine question. Les textes
          d’aujourd’hui restent dans la liste&nbsp;: rien n’est perdu.
        </ConfirmDialog>
      )}
    </div>
  )
}
