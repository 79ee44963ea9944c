import { useSyncExternalStore } from 'react'
import { onForget } from '../../api/browser.ts'
import { onSignOut } from '../sign-out.ts'

/** How long one may think better of it, in milliseconds. */
const undoMs = 8_000

/** Something a person did a moment ago, and may take back. */
interface Undoable {
  /** What was done: « Conversation archivée ». */
  sentence: string
  /** Takes it back. */
  undo: () => Promise<unknown> | void
  /** Does for good what only seems done: once it is too late to take it back, or when the page is left. */
  finish?: () => Promise<unknown>
  /** Ids of what lists leave out until it is settled. */
  hides?: readonly string[]
  /** What is said when undoing, or finishing, fails; things are then as the server has them. */
  describeError: (error: unknown, what: 'undo' | 'finish') => string
}

/** `settling`: it is being taken back, or done for good. `failed`: it could not be. */
export interface Offer {
  key: number
  state: 'offered' | 'settling' | 'failed'
  sentence: string
  hides: readonly string[]
}

type Kept = Offer & { undoable: Undoable; timer: ReturnType<typeof setTimeout> | undefined }

// Of this tab and not of what is drawn: a menu that folds or a page that is left does nothing sooner, and forgets nothing.
let offers: readonly Kept[] = []
let count = 0
const listeners = new Set<() => void>()

function become(next: readonly Kept[]): void {
  offers = next
  for (const listener of listeners) listener()
}

const find = (key: number) => offers.find((offer) => offer.key === key)
const change = (key: number, changes: Partial<Kept>) => become(offers.map((offer) => (offer.key === key ? { ...offer, ...changes } : offer)))
const start = (key: number) => setTimeout(() => void settle(key, 'finish'), undoMs)

/** Offers to take back what has just been done, for a while. */
export function offerUndo(undoable: Undoable): void {
  count += 1
  const { sentence, hides = [] } = undoable
  become([...offers, { key: count, state: 'offered', sentence, hides, undoable, timer: start(count) }])
}

/** It is taken back. */
export const takeBack = (key: number): Promise<void> => settle(key, 'undo')

/** Waits as long as the person stands on it; `isHeld` false: no longer. */
export function hold(key: number, isHeld: boolean): void {
  const offer = find(key)
  if (offer?.state !== 'offered') return
  clearTimeout(offer.timer)
  offer.timer = isHeld ? undefined : start(key)
}

/** No longer says that it failed. */
export const dismiss = (key: number): void => become(offers.filter((offer) => offer.key !== key))

async function settle(key: number, what: 'undo' | 'finish'): Promise<void> {
  const offer = find(key)
  if (offer?.state !== 'offered') return
  clearTimeout(offer.timer)
  change(key, { state: 'settling' })
  try {
    await offer.undoable[what]?.()
    dismiss(key)
  } catch (error) {
    change(key, { state: 'failed', sentence: offer.undoable.describeError(error, what), hides: [] })
  }
}

/** What may be taken back, or could not be, the last one last. */
export const useOffers = (): readonly Offer[] => useSyncExternalStore(subscribe, () => offers)

/** Ids of what lists leave out. */
export const useHidden = (): readonly string[] => useSyncExternalStore(subscribe, hidden)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let known: { of: readonly Kept[]; ids: readonly string[] } = { of: offers, ids: [] }
function hidden(): readonly string[] {
  if (known.of !== offers) known = { of: offers, ids: offers.flatMap(({ hides }) => hides) }
  return known.ids
}

// What a person has deleted is deleted: leaving does not take it back.
const finishAll = () => Promise.all(offers.map(({ key }) => settle(key, 'finish')))
addEventListener('pagehide', () => void finishAll())
onSignOut(finishAll)

// Whoever comes next reads nothing of it, and nothing of it is done in their name.
onForget(() => {
  for (const { timer } of offers) clearTimeout(timer)
  become([])
})
