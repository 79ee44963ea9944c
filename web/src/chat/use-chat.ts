import { useEffect, useState, useSyncExternalStore } from 'react'
import { createChat, type Chat, type ChatOptions } from './create-chat.ts'
import { warmMarkdown } from '../ui/markdown/warm.ts'
import type { ChatState } from './chat-state.ts'

/** A conversation for the life of a component; give the component a key per conversation. */
export function useChat(options: ChatOptions): { chat: Chat; state: ChatState } {
  const [chat] = useState(() => createChat(options))
  useEffect(() => {
    chat.start()
    return () => chat.leave()
  }, [chat])
  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && chat.catchUp())
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [chat])
  const state = useSyncExternalStore(chat.subscribe, chat.state)
  const isAwaited = state.reply !== null
  // As words are awaited, not as the page comes: on a telephone that is half a second, which whoever asks nothing does not owe.
  useEffect(() => (isAwaited ? warmMarkdown() : undefined), [isAwaited])
  return { chat, state }
}
