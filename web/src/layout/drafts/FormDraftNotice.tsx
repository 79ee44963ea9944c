import { onDemand, alertDownloadFailure } from '../../ui/on-demand.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusNearby } from '../../ui/overlays/focus-within.ts'
import type { FormDraftNoticeProps } from './ConflictNotice.tsx'

const ConflictNotice = onDemand(async () => (await import('./ConflictNotice.tsx')).ConflictNotice, {
  onMissing: () => alertDownloadFailure('Une autre version a été enregistrée entre-temps, et n’a pas pu être montrée'),
})

/** Notice above a form: changes restored from an earlier visit, or a conflict with another person's version. */
export function FormDraftNotice<Values extends object>(props: FormDraftNoticeProps<Values>) {
  const { draft } = props
  if (draft.conflict !== null) return <ConflictNotice {...(props as unknown as FormDraftNoticeProps<Record<string, unknown>>)} />
  if (!draft.isResumed || !draft.isChanged) return null
  return (
    <Banner
      tone="info"
      action={
        <Button
          size="s"
          onPress={({ currentTarget }) => {
            focusNearby(currentTarget)
            draft.restart()
          }}
        >
          Abandonner ce texte
        </Button>
      }
    >
      Vous retrouvez ici ce que vous aviez écrit sans l’enregistrer.
    </Banner>
  )
}
