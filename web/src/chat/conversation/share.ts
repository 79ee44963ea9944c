import type { Conversation } from '@parvis/contract'
import { useSyncExternalStore } from 'react'
import { onForget } from '../../api/browser.ts'

type Asked = Pick<Conversation, 'id' | 'title'>

// Module state of this tab: the menus that open the dialog are in the sidebar, lists and conversations, and the dialog is loaded on demand.
let asked: Asked | null = null
const listeners = new Set<() => void>()

/** Opens the share dialog of a conversation; null closes it. */
export function askToShare(conversation: Asked | null): void {
  asked = conversation
  for (const listener of listeners) listener()
}

/** The conversation whose share dialog is open; null: none. */
export const useAskedShare = (): Asked | null => useSyncExternalStore(subscribe, () => asked)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

// Another person who signs in must not see the dialog of the previous one.
onForget(() => askToShare(null))
