import { useSyncExternalStore } from 'react'
import { onClearUserData } from '../../api/browser.ts'
import { onSignOut } from '../sign-out.ts'

/** Time to undo an action, in milliseconds. */
const undoMs = 8_000

/** Action just done, which the person can undo. */
interface Undoable {
  /** Sentence that says what was done: « Conversation archivée ». */
  sentence: string
  undo: () => Promise<unknown> | void
  /** Carries out an action that was only simulated, when the offer expires or the page is left. */
  finish?: () => Promise<unknown>
  /** Ids of the objects that lists hide until the offer is settled. */
  hides?: readonly string[]
  /** Message of a failure to undo or to finish. The objects are then shown as the server has them. */
  describeError: (error: unknown, action: 'undo' | 'finish') => string
}

/** Offer to undo. `settling`: the action is being undone or carried out. `failed`: that failed. */
export interface UndoOffer {
  key: number
  state: 'offered' | 'settling' | 'failed'
  sentence: string
  hides: readonly string[]
}

type StoredOffer = UndoOffer & { undoable: Undoable; timer: ReturnType<typeof setTimeout> | undefined }

// Module state of this tab, not component state: an offer must survive a folded menu or a page change.
let offers: readonly StoredOffer[] = []
let count = 0
const listeners = new Set<() => void>()

function setOffers(next: readonly StoredOffer[]): void {
  offers = next
  for (const listener of listeners) listener()
}

const find = (key: number) => offers.find((offer) => offer.key === key)
const change = (key: number, changes: Partial<StoredOffer>) => setOffers(offers.map((offer) => (offer.key === key ? { ...offer, ...changes } : offer)))
const start = (key: number) => setTimeout(() => void settle(key, 'finish'), undoMs)

/** Offers to undo an action for 8 s. */
export function offerUndo(undoable: Undoable): void {
  count += 1
  const { sentence, hides = [] } = undoable
  setOffers([...offers, { key: count, state: 'offered', sentence, hides, undoable, timer: start(count) }])
}

/** Undoes the action of an offer. */
export const undoOffer = (key: number): Promise<void> => settle(key, 'undo')

/** Pauses the offer while the person points at or focuses it. `isPaused` false restarts its full delay. */
export function pauseExpiry(key: number, isPaused: boolean): void {
  const offer = find(key)
  if (offer?.state !== 'offered') return
  clearTimeout(offer.timer)
  offer.timer = isPaused ? undefined : start(key)
}

/** Removes an offer, such as a failure that was read. */
export const dismiss = (key: number): void => setOffers(offers.filter((offer) => offer.key !== key))

async function settle(key: number, action: 'undo' | 'finish'): Promise<void> {
  const offer = find(key)
  if (offer?.state !== 'offered') return
  clearTimeout(offer.timer)
  change(key, { state: 'settling' })
  try {
    await offer.undoable[action]?.()
    dismiss(key)
  } catch (error) {
    change(key, { state: 'failed', sentence: offer.undoable.describeError(error, action), hides: [] })
  }
}

/** Current offers and failures, oldest first. */
export const useOffers = (): readonly UndoOffer[] => useSyncExternalStore(subscribe, () => offers)

/** Ids of the objects that lists must hide. */
export const useHiddenIds = (): readonly string[] => useSyncExternalStore(subscribe, hiddenIds)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let hiddenCache: { of: readonly StoredOffer[]; ids: readonly string[] } = { of: offers, ids: [] }
function hiddenIds(): readonly string[] {
  if (hiddenCache.of !== offers) hiddenCache = { of: offers, ids: offers.flatMap(({ hides }) => hides) }
  return hiddenCache.ids
}

// A deletion is carried out, not undone, when the page is closed or the person signs out.
const finishAll = () => Promise.all(offers.map(({ key }) => settle(key, 'finish')))
addEventListener('pagehide', () => void finishAll())
onSignOut(finishAll)

// The next person who signs in must not see the offers, and nothing must be done in their name.
onClearUserData(() => {
  for (const { timer } of offers) clearTimeout(timer)
  setOffers([])
})
