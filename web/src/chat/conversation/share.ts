import type { Conversation } from '@parvis/contract'
import { useSyncExternalStore } from 'react'
import { onForget } from '../../api/browser.ts'

type Asked = Pick<Conversation, 'id' | 'title'>

// Of this tab: the menus that ask for it are in the sidebar, in lists and in conversations, and its code comes when one does.
let asked: Asked | null = null
const listeners = new Set<() => void>()

/** Opens what shares a conversation; null closes it. */
export function askToShare(conversation: Asked | null): void {
  asked = conversation
  for (const listener of listeners) listener()
}

/** The conversation that somebody asks to share. */
export const useAskedShare = (): Asked | null => useSyncExternalStore(subscribe, () => asked)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

// Another person does not find what the one before had opened.
onForget(() => askToShare(null))
