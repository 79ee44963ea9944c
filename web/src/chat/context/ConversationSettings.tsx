import type { ConversationWithChanges } from '@parvis/contract'
import { useState, type ComponentProps } from 'react'
import { hasFieldErrors } from '../../api/transport/field-errors.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { useSubmission } from '../../layout/drafts/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import type { Chat } from '../machine/effects.ts'
import { changeAsOf, nothingChangedSentence } from './as-of.ts'
import { asOfSentence } from './context-changes.ts'
import styles from './AsOf.module.css'
import { ModelSettings } from './ModelSettings.tsx'

interface ConversationSettingsProps extends ComponentProps<typeof ModelSettings> {
  /** The instance has several models. */
  hasModels: boolean
}

/** Settings of a conversation, which apply to its next questions. */
export function ConversationSettings({ hasModels, ...props }: ConversationSettingsProps) {
  return (
    <>
      <AsOfField key={props.conversation?.as_of} {...props} />
      {hasModels && <ModelSettings {...props} />}
    </>
  )
}

interface AsOfFieldProps {
  chat: Chat
  /** Null until the conversation exists; it is created by the first change. */
  conversation: ConversationWithChanges | null
}

/** Day at which the next questions of a conversation are asked. */
function AsOfField({ chat, conversation }: AsOfFieldProps) {
  const announce = useAnnounce()
  const current = conversation?.as_of ?? ''
  const [day, setDay] = useState(current)
  const { formProps, errors, failure, isPending, dismissFailure } = useSubmission<'as_of'>({
    send: () => changeAsOf(chat, day || null),
    onDone: () => announce(asOfSentence(day || null)),
    describe: (error) => (hasFieldErrors(error) ? null : sentenceOf(error, nothingChangedSentence)),
  })
  return (
    <form {...formProps} className={styles.form}>
      <Notice tone="error" sentence={failure} onDismiss={dismissFailure} />
      <TextField
        label="Questions posées à la date du"
        hint="Les réponses s’appuient sur les documents en vigueur ce jour-là. Sans date, ceux d’aujourd’hui."
        type="date"
        value={day}
        onChange={setDay}
        error={errors.as_of}
      />
      <Button type="submit" isPending={isPending} pendingLabel="Application…" isDisabled={day === current}>
        Appliquer
      </Button>
    </form>
  )
}
