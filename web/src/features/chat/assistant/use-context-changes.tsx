import { defaultIcon } from '@parvis/contract'
import { Bot, FolderKanban, Library } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import type { ChatState } from '../../../chat/machine/state.ts'
import { changeSentence, serialiseContext } from '../../../chat/context/context-changes.ts'
import { changeContext, type ContextChange } from '../../../chat/conversation/change-conversation.ts'
import { useRecentConversations } from '../../../chat/conversation/use-recent-conversations.ts'
import type { Chat } from '../../../chat/machine/effects.ts'
import type { FormerAuthor, FormerLibrary, SystemNote } from '../../../chat/MessageList.tsx'
import { useAnnounce } from '../../../ui/feedback/StatusRegion.tsx'
import { Icon } from '../../../ui/Icon.tsx'

const icons = { assistant: <Bot aria-hidden />, project: <FolderKanban aria-hidden />, library: <Library aria-hidden /> }

/** Changes the context of the conversation, follows changes made in another tab, and lists the notes and former authors that the messages show. */
export function useContextChanges(chat: Chat, { conversation, reply }: ChatState) {
  const announce = useAnnounce()
  const id = conversation?.id
  const change = useCallback(
    async (requestedChange: ContextChange): Promise<boolean> => {
      if (id === undefined) return false
      try {
        const before = chat.state().conversation?.changes ?? []
        const updated = await changeContext(id, requestedChange)
        chat.setConversation(updated)
        const recordedChange = updated.changes.find((one) => before.every(({ changed_at }) => changed_at !== one.changed_at))
        // A change that restores the state of the last message is not recorded in the conversation.
        announce(recordedChange ? changeSentence(recordedChange) : 'C’est de nouveau comme avant')
        return true
      } catch (error) {
        chat.notify(sentenceOf(error, 'Rien n’a changé. Veuillez réessayer.'))
        return false
      }
    },
    [id, chat, announce],
  )
  useFollowedContext(chat, conversation, reply !== null)
  const changes = conversation?.changes
  const notes = useMemo(
    () =>
      (changes ?? []).flatMap((one): SystemNote[] => (one.kind === 'as_of' ? [] : [{ after: one.after, text: changeSentence(one), icon: icons[one.kind] }])),
    [changes],
  )
  const formerAuthors = useMemo(
    () =>
      (changes ?? [])
        .filter(({ kind }) => kind === 'assistant')
        .map(({ after, former, former_icon }): FormerAuthor => ({
          until: after,
          name: former ?? 'Chatbot',
          icon: <Icon name={former_icon ?? defaultIcon} />,
        })),
    [changes],
  )
  const formerLibraries = useMemo(
    () => (changes ?? []).filter(({ kind }) => kind === 'library').map(({ after, former }): FormerLibrary => ({ until: after, name: former })),
    [changes],
  )
  return { change, notes, formerAuthors, formerLibraries }
}

/** Reloads the conversation when the list of recent conversations shows that another tab has changed its context. */
function useFollowedContext(chat: Chat, shownConversation: ChatState['conversation'], isWriting: boolean): void {
  const { data: recent } = useRecentConversations(true)
  const listedConversation = recent?.find(({ id }) => id === shownConversation?.id)
  const context = listedConversation && serialiseContext(listedConversation)
  const catchUpIfChanged = useEffectEvent(() => {
    const isSame = shownConversation !== null && context === serialiseContext(shownConversation)
    if (!isSame && !isWriting) void chat.catchUp()
  })
  useEffect(() => {
    if (context !== undefined) catchUpIfChanged()
  }, [context, isWriting])
}
