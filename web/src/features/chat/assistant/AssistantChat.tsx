import type { Assistant, Project } from '@parvis/contract'
import { useEffect, useMemo, useState } from 'react'
import { useUser } from '../../../api/session/session.tsx'
import { assistantChatPort } from '../../../chat/delivery/browser-port.ts'
import { askedConversation } from '../../../chat/conversation/use-shown-conversation.ts'
import { ChatLoading } from '../../../chat/ChatLoading.tsx'
import { ChatScreen } from '../../../chat/ChatScreen.tsx'
import { useChat } from '../../../chat/use-chat.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useAnnounce } from '../../../ui/feedback/StatusRegion.tsx'
import { AssistantHeader } from './AssistantHeader.tsx'
import { LibraryGone } from './LibraryGone.tsx'
import { useLibrary } from './use-library.ts'

interface AssistantChatProps {
  assistant: Assistant
  project: Project | null
  library: string | null
  /** To resume; null for a new one. */
  conversationId: string | null
  /** Called once the conversation of the screen has a name. */
  onEntered: (conversation_id: string) => void
  onNew: () => void
}

/** What the assistant says when it could not open the conversation (specification, chapter 4). */
export const failedGreeting = ({ name, description }: Pick<Assistant, 'name' | 'description'>): string =>
  `Bonjour ! Je suis ${name}. ${description}\n\nDésolé, je n’ai pas pu préparer notre conversation. Vous pouvez tout de même m’écrire, ou réessayer.`

export function AssistantChat({ assistant, project, library, conversationId, onEntered, onNew }: AssistantChatProps) {
  const user = useUser()
  const announce = useAnnounce()
  const [port] = useState(() => assistantChatPort({ assistant_id: assistant.id, project_id: project?.id ?? null, library, conversation_id: conversationId }))
  const { chat, state } = useChat({ port, hasOpening: true, failedGreeting: failedGreeting(assistant), announce })
  const currentId = state.conversation?.id
  useEffect(() => {
    if (currentId) onEntered(currentId)
  }, [currentId, onEntered])

  const chosen = useLibrary(state.conversation?.library ?? library, state.reply !== null)

  const author = useMemo(() => ({ name: assistant.name, icon: <Icon name={assistant.icon} /> }), [assistant.name, assistant.icon])
  return (
    <ChatScreen
      chat={chat}
      state={state}
      author={author}
      draftKey={`assistant.${currentId ?? conversationId ?? assistant.id}`}
      exportName={assistant.name}
      takesFiles
      header={
        <>
          <AssistantHeader
            assistant={assistant}
            user={user}
            projectName={project?.name ?? state.conversation?.project_name ?? null}
            libraryName={chosen?.label ?? null}
            conversation={askedConversation(state)}
            onNew={onNew}
          />
          {chosen?.isGone && <LibraryGone name={chosen.label} />}
        </>
      }
      libraryName={chosen === null || chosen.isGone ? undefined : chosen.label}
      loading={<ChatLoading>Chargement de la conversation...</ChatLoading>}
      starters={assistant.starters}
      emptyText={`Commencez une conversation avec ${assistant.name}.`}
    />
  )
}
