import type { ComponentProps } from 'react'
import { AsOfField } from './AsOfField.tsx'
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
