import { onDemand, tellMissing } from '../../ui/on-demand.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusAround } from '../../ui/overlays/focus-within.ts'
import type { FormDraft } from './use-form-draft.ts'

const ConflictNotice = onDemand(async () => (await import('./ConflictNotice.tsx')).ConflictNotice, {
  onMissing: () => tellMissing('Une autre version a été enregistrée entre-temps, et n’a pas pu être montrée'),
})

export interface FormDraftNoticeProps<Values extends object> {
  draft: FormDraft<Values>
  /** The name of each field, and its value as it is read where it is not a text. */
  fields?: { [Name in keyof Values]: string | { label: string; read: (value: Values[Name]) => string } }
  /** Saves what was typed in the place of what another saved. */
  onSaveMine?: () => void
  isSaving?: boolean
}

/** Above a form: what comes back from an earlier visit, or what somebody else saved meanwhile. */
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
            focusAround(currentTarget)
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
