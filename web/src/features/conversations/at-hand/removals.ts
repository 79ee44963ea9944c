import { routes } from '@parvis/contract'
import { useSyncExternalStore } from 'react'
import { invalidate } from '../../../api/ask.ts'
import { call } from '../../../api/browser.ts'
import { onSignOut } from '../../../layout/sign-out.ts'

/** How long one may think better of it, in milliseconds. */
export const undoMs = 8_000

type Removal = {
  id: string
  /** Undefined while it is held. */
  timer: ReturnType<typeof setTimeout> | undefined
  /** It could not be deleted: the conversation is there again. */
  onFailure: (error: unknown) => void
}

// Of this tab and not of what is drawn: a sidebar that folds deletes nothing sooner, and forgets nothing.
let removals: readonly Removal[] = []
const listeners = new Set<() => void>()

function become(next: readonly Removal[]): void {
  removals = next
  for (const listener of listeners) listener()
}

const start = (id: string) => setTimeout(() => void remove(id), undoMs)
const find = (id: string) => removals.find((removal) => removal.id === id)

/** Deletes a conversation in a while, unless `keep` is called before. */
export function removeSoon(id: string, onFailure: Removal['onFailure']): void {
  if (!find(id)) become([...removals, { id, onFailure, timer: start(id) }])
}

/** It stays. */
export function keep(id: string): void {
  clearTimeout(find(id)?.timer)
  become(removals.filter((removal) => removal.id !== id))
}

/** Waits as long as the person stands on « Annuler » by keyboard; `isHeld` false: no longer. */
export function hold(id: string, isHeld: boolean): void {
  const removal = find(id)
  if (!removal) return
  clearTimeout(removal.timer)
  removal.timer = isHeld ? undefined : start(id)
}

async function remove(id: string): Promise<void> {
  const removal = find(id)
  if (!removal) return
  clearTimeout(removal.timer)
  try {
    await call(routes.conversations.remove, { params: { id }, keepalive: true })
  } catch (error) {
    removal.onFailure(error)
  }
  // The list is asked again before the row may show again.
  await invalidate(routes.conversations.remove)
  keep(id)
}

/** Ids of the conversations that are about to go. */
export const useRemovals = (): readonly string[] => useSyncExternalStore(subscribe, ids)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let known: { of: readonly Removal[]; ids: readonly string[] } = { of: removals, ids: [] }
function ids(): readonly string[] {
  if (known.of !== removals) known = { of: removals, ids: removals.map(({ id }) => id) }
  return known.ids
}

// What a person has deleted is deleted: leaving does not take it back.
const removeAllNow = () => Promise.all(removals.map(({ id }) => remove(id)))
addEventListener('pagehide', () => void removeAllNow())
onSignOut(removeAllNow)
