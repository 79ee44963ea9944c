import type { Assistant } from '@parvis/contract'
import { paths } from '../../../paths.ts'
import { LinkCard } from '../../../ui/content/Card.tsx'
import { plural } from '../../../ui/words/formats.ts'
import { Icon } from '../../../ui/Icon.tsx'

interface AssistantCardProps {
  assistant: Assistant
  project: string | null
  library: string | null
  onOpen: () => void
}

/** An assistant of the catalogue; the whole card opens its chat. */
export function AssistantCard({ assistant, project, library, onOpen }: AssistantCardProps) {
  return (
    <LinkCard
      href={paths.chatbotAssistant({ assistant: assistant.id, project, library })}
      title={assistant.name}
      headingLevel={2}
      icon={<Icon name={assistant.icon} />}
      topic={assistant.category.name}
      footer={plural(assistant.usage_count, 'utilisation')}
      onPress={onOpen}
    >
      {assistant.description}
    </LinkCard>
  )
}
