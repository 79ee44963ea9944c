import { useEffect, useState, useSyncExternalStore } from 'react'
import { createChat, type Chat, type ChatOptions } from './create-chat.ts'
import { warmMarkdown } from '../ui/markdown/warm.ts'
import type { ChatState } from './chat-state.ts'

/**
 * Creates and starts a chat for the life of the component, which needs a React key per conversation. Catches up with the server each time the tab becomes
 * visible.
 */
export function useChat(options: ChatOptions): { chat: Chat; state: ChatState } {
  const [chat] = useState(() => createChat(options))
  useEffect(() => {
    chat.start()
    return () => chat.stopFollowing()
  }, [chat])
  useEffect(() => {
    const catchUpIfVisible = () => void (document.visibilityState === 'visible' && chat.catchUp())
    document.addEventListener('visibilitychange', catchUpIfVisible)
    return () => document.removeEventListener('visibilitychange', catchUpIfVisible)
  }, [chat])
  const state = useSyncExternalStore(chat.subscribe, chat.state)
  const isWriting = state.reply !== null
  // Loaded when a reply starts rather than with the page: on a telephone it takes half a second, useless to a person who asks nothing.
  useEffect(() => (isWriting ? warmMarkdown() : undefined), [isWriting])
  return { chat, state }
}
