import type { Conversation } from '@parvis/contract'
import { useSyncExternalStore } from 'react'
import { onClearUserData } from '../../api/browser.ts'

type ShareTarget = Pick<Conversation, 'id' | 'title'>

// Module state of this tab: the menus that open the dialog are in the sidebar, lists and conversations, and the dialog is loaded on demand.
let shareTarget: ShareTarget | null = null
const listeners = new Set<() => void>()

/** Opens the share dialog of a conversation; null closes it. */
export function openShareDialog(conversation: ShareTarget | null): void {
  shareTarget = conversation
  for (const listener of listeners) listener()
}

/** The conversation whose share dialog is open; null: none. */
export const useShareTarget = (): ShareTarget | null => useSyncExternalStore(subscribe, () => shareTarget)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

// Another person who signs in must not see the dialog of the previous one.
onClearUserData(() => openShareDialog(null))
