import { allCategories, routes, type Conversation, type LibraryCategory } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { LibraryBig } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { queryFor } from '../../api/queries.ts'
import { startedConversation } from '../../chat/conversation/use-recent-conversations.ts'
import { useConversationSettings } from '../../chat/context/use-conversation-settings.tsx'
import { ChatLoading } from '../../chat/ChatNotices.tsx'
import { ChatScreen } from '../../chat/ChatScreen.tsx'
import { useChat } from '../../chat/machine/effects.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { libraryPort } from './library-port.ts'

interface LibraryChatProps {
  category: LibraryCategory
  /** Conversation to resume; null for a new one. */
  conversationId: string | null
  /** The category can no longer be queried: the conversation can only be read. */
  isReadOnly: boolean
  onEntered: (conversation_id: string) => void
  /**
   * @param conversation the current one, once a question was asked in it
   * @param waiting id of a conversation that has files or settings but no question yet
   * @param models settings of the models
   */
  renderHeader: (conversation: Conversation | null, waiting: string | null, models: ReactNode) => ReactNode
}

/** Placeholder of the composer when there is no category to query. */
export const noCategoryPlaceholder = 'Aucune catégorie à interroger'

const emptyLead = 'Vos questions portent sur les documents partagés de la collectivité\u00a0: chaque réponse cite ses passages.'

const author = { name: 'Bibliothèque documentaire', icon: <LibraryBig size={20} /> }

export function LibraryChat({ category, conversationId, isReadOnly, onEntered, renderHeader }: LibraryChatProps) {
  const announce = useAnnounce()
  const [port] = useState(() => libraryPort({ category: category.name, conversation_id: conversationId }))
  const { chat, state } = useChat({
    port,
    hasOpening: false,
    announce,
    failedGreeting: 'Désolé, cette conversation n’a pas pu être retrouvée. Vous pouvez poser une nouvelle question.',
  })
  useEffect(() => port.attach(() => chat.state().messages.length > 0), [port, chat])
  const currentId = state.conversation?.id
  const entered = useEffectEvent(onEntered)
  useEffect(() => {
    if (currentId) entered(currentId)
  }, [currentId])
  const models = useConversationSettings(chat, state)
  const started = startedConversation(state)
  const isAll = category.name === allCategories.name
  const isEmpty = state.phase === 'ready' && state.messages.length === 0
  const examples = useQuery({
    ...queryFor(routes.library.examples, { query: { category: category.name } }),
    enabled: isEmpty && !isReadOnly && category.indexed_count > 0,
    staleTime: Infinity,
  })
  return (
    <ChatScreen
      chat={chat}
      state={state}
      author={author}
      // Without the category, so that a text typed before any question is kept when the category changes.
      draftKey={`library.${currentId ?? conversationId ?? 'new'}`}
      exportName={category.display_name}
      acceptsFiles={!isReadOnly}
      isBlocked={isReadOnly}
      header={renderHeader(started, started === null ? (currentId ?? null) : null, models)}
      loading={<ChatLoading>Chargement de la conversation...</ChatLoading>}
      emptyText={isAll ? 'Posez une question à tous les documents.' : `Posez une question aux documents «\u00a0${category.display_name}\u00a0».`}
      emptyDetails={emptyLead}
      starters={examples.data?.questions}
      placeholder={isReadOnly ? noCategoryPlaceholder : 'Posez votre question sur les documents…'}
    />
  )
}
