/** Steps of a deletion (specification, chapter 4): idle, waiting for the confirmation, deleting. */
export type PromptDeletion = 'idle' | 'confirming' | 'deleting'

export type PromptDeletionEvent = 'press' | 'cancel' | 'leave' | 'failed'

/** Returns the next step. Cancelling or losing the focus resets it, except while the server is deleting. */
export function nextPromptDeletion(state: PromptDeletion, event: PromptDeletionEvent): PromptDeletion {
  if (state === 'deleting') return event === 'failed' ? 'idle' : state
  if (event === 'press') return state === 'idle' ? 'confirming' : 'deleting'
  return 'idle'
}
