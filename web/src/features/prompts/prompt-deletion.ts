/** Deleting in two steps (specification, chapter 4): idle, then confirm pending, then deleting. */
export type PromptDeletion = 'idle' | 'confirming' | 'deleting'

export type PromptDeletionEvent = 'press' | 'cancel' | 'leave' | 'failed'

/** What follows. Cancelling or leaving resets it, but not a deletion that the server has begun. */
export function nextPromptDeletion(state: PromptDeletion, event: PromptDeletionEvent): PromptDeletion {
  if (state === 'deleting') return event === 'failed' ? 'idle' : state
  if (event === 'press') return state === 'idle' ? 'confirming' : 'deleting'
  return 'idle'
}
