import { type Assistant, type Project, routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useUser } from '../../../api/browser.ts'
import { assistantChatPort } from '../../../chat/machine/port.ts'
import { startedConversation } from '../../../chat/conversation/use-recent-conversations.ts'
import { ChatLoading } from '../../../chat/ChatNotices.tsx'
import { ChatScreen } from '../../../chat/ChatScreen.tsx'
import { useChat } from '../../../chat/machine/effects.ts'
import type { FirstQuestion } from '../../../chat/use-first-question.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useAnnounce } from '../../../ui/feedback/StatusRegion.tsx'
import { ContextChips } from './ContextChips.tsx'
import { AssistantHeader } from './AssistantHeader.tsx'
import { useContextChanges } from './use-context-changes.tsx'
import { useCurrentAssistant, type ShownAssistant } from './use-current-assistant.ts'
import { queryFor } from '../../../api/queries.ts'
import { useConversationSettings } from '../../../chat/context/use-conversation-settings.tsx'
import { libraryState, type ChosenLibrary } from '../../../chat/context/library-state.ts'
import styles from '../../../chat/ChatScreen.module.css'
import { Banner } from '../../../ui/feedback/Banner.tsx'

interface AssistantChatProps {
  /** Assistant with which the chat was opened. The conversation may have another one by now. */
  assistant: ShownAssistant
  project: Project | null
  library: string | null
  /** Id of the conversation to resume; null for a new one. */
  conversationId: string | null
  /** First question, sent in place of the assistant's introduction; null: none. */
  firstQuestion: FirstQuestion | null
  /** Called when the conversation gets its id, and when its assistant, project or library changes. */
  onEntered: (conversation_id: string, context: { assistant: string; project: string | null; library: string | null }) => void
  onNew: () => void
}

/** Greeting shown when the assistant's introduction fails (specification, chapter 4). */
export const failedGreeting = ({ name, description }: Pick<Assistant, 'name' | 'description'>): string =>
  `Bonjour ! Je suis ${name}. ${description}\n\nDésolé, je n’ai pas pu préparer notre conversation. Vous pouvez tout de même m’écrire, ou réessayer.`

export function AssistantChat({ assistant: opened, project, library, conversationId, firstQuestion, onEntered, onNew }: AssistantChatProps) {
  const user = useUser()
  const announce = useAnnounce()
  const [port] = useState(() => assistantChatPort({ assistant_id: opened.id, project_id: project?.id ?? null, library, conversation_id: conversationId }))
  const { chat, state } = useChat({ port, hasOpening: firstQuestion === null, failedGreeting: failedGreeting(opened), announce })
  // Current project and library of the conversation, which may have changed since the URL was written.
  const context = state.conversation ?? { project_id: project?.id ?? null, project_name: project?.name ?? null, library }
  const assistant = useCurrentAssistant(opened, state.conversation)
  const assistantId = state.conversation?.assistant_id ?? opened.id
  const currentId = state.conversation?.id
  const notifyEntered = useEffectEvent(onEntered)
  useEffect(() => {
    if (currentId) notifyEntered(currentId, { assistant: assistantId, project: context.project_id, library: context.library })
  }, [currentId, assistantId, context.project_id, context.library])

  const chosen = useLibrary(context.library, state.reply !== null)
  const { change, notes, formerAuthors, formerLibraries } = useContextChanges(chat, state)
  const call = useCallback(async ({ id }: Assistant) => id !== assistantId && change({ assistant_id: id }), [assistantId, change])
  const isOpen = state.conversation !== null && state.phase === 'ready' && state.reply === null
  const libraryLabel = chosen?.label ?? null
  const chips = useMemo(
    () => (
      <ContextChips
        assistant={assistant}
        project={context.project_id === null ? null : { id: context.project_id, name: context.project_name ?? '' }}
        library={context.library === null ? null : { name: context.library, label: libraryLabel ?? context.library }}
        isDisabled={!isOpen}
        onChange={change}
      />
    ),
    [assistant, context.project_id, context.project_name, context.library, libraryLabel, isOpen, change],
  )

  const models = useConversationSettings(chat, state)
  const author = useMemo(() => ({ name: assistant.name, icon: <Icon name={assistant.icon} /> }), [assistant.name, assistant.icon])
  return (
    <ChatScreen
      chat={chat}
      state={state}
      author={author}
      formerAuthors={formerAuthors}
      formerLibraries={formerLibraries}
      draftKey={`assistant.${currentId ?? conversationId ?? opened.id}`}
      exportName={assistant.name}
      firstQuestion={firstQuestion}
      acceptsFiles
      chips={chips}
      assistantId={assistantId}
      onAssistant={call}
      notes={notes}
      header={
        <>
          <AssistantHeader
            assistant={assistant}
            user={user}
            projectName={context.project_name}
            libraryName={libraryLabel}
            conversation={startedConversation(state)}
            onNew={onNew}
            models={models}
          />
          {chosen?.isUnavailable && <LibraryUnavailable name={chosen.label} />}
        </>
      }
      libraryName={chosen === null || chosen.isUnavailable ? undefined : chosen.label}
      loading={<ChatLoading>Chargement de la conversation...</ChatLoading>}
      starters={assistant.starters}
      emptyText={`Commencez une conversation avec ${assistant.name}.`}
    />
  )
}

/** State of the library chosen for the conversation; null without one. Refreshed after each reply, as it may be renamed, emptied or deleted meanwhile. */
function useLibrary(name: string | null, isWriting: boolean): ChosenLibrary | null {
  const { data, refetch } = useQuery({ ...queryFor(routes.library.categories), enabled: name !== null })
  useEffect(() => {
    if (name !== null && !isWriting) void refetch()
  }, [name, isWriting, refetch])
  return libraryState(name, data?.categories)
}

/** Warning that the library chosen for the conversation no longer exists, is empty, or is not accessible to this person. */
const LibraryUnavailable = ({ name }: { name: string }) => (
  <div className={styles.above}>
    <Banner tone="warning">
      {`La bibliothèque «\u00a0${name}\u00a0» n’existe plus, n’a plus de document, ou ne vous est plus ouverte\u00a0: les réponses ne s’appuient plus sur elle. Choisissez-en une autre, ou retirez-la, sous le champ du message.`}
    </Banner>
  </div>
)
