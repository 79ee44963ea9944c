import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { call } from '../../../api/browser.ts'
import { Button } from '../../../ui/Button.tsx'
import { focusTitleAfterDialog } from '../../../ui/content/focus-title.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { quotedList } from '../../../ui/words/formats.ts'
import { deletedCategoriesIn, readVersion, type VersionCalls } from './read-version.ts'

interface RestoreButtonProps {
  calls: VersionCalls
  assistantId: string
  number: number
  /** `left_out`: names of the document categories that could not be restored. */
  onRestored: (left_out: readonly string[]) => void
}

/** Button that restores the texts of a version, after a confirmation. */
export function RestoreButton({ calls, assistantId, number, onRestored }: RestoreButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const deletedCategories = deletedCategoriesIn(useQuery(readVersion(calls, assistantId, number)).data)
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
            const { left_out } = await call(calls.restore, { params: { id: assistantId, number: String(number) } })
            onRestored(left_out)
            focusTitleAfterDialog()
          }}
        >
          L’assistant reprend le nom, la description, les instructions, les questions proposées et les documents de cette version, dès la prochaine question.
          Les textes d’aujourd’hui restent dans la liste&nbsp;: rien n’est perdu.
          {deletedCategories.length > 0 && ` ${deletedCategoriesSentence(deletedCategories)}`}
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Sentence about the deleted document categories, which are not restored. */
function deletedCategoriesSentence(names: readonly string[]): string {
  return names.length === 1
    ? `La catégorie de documents ${quotedList(names)} a été supprimée depuis\u00a0: elle n’est pas reprise.`
    : `Les catégories de documents ${quotedList(names)} ont été supprimées depuis\u00a0: elles ne sont pas reprises.`
}
