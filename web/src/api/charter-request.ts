import { useSyncExternalStore } from 'react'

let settle: ((isAccepted: boolean) => void) | null = null
let answer: Promise<boolean> | null = null
const listeners = new Set<() => void>()
const notify = () => listeners.forEach((listener) => listener())

/** Asks the person to accept the charter, once for all the calls that wait for it. Resolves to whether they did. */
export function requestCharter(): Promise<boolean> {
  answer ??= new Promise((resolve) => void (settle = resolve))
  notify()
  return answer
}

/** Gives the answer to the calls that wait for it. */
export function settleCharter(isAccepted: boolean): void {
  settle?.(isAccepted)
  settle = answer = null
  notify()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether a call waits for the charter to be accepted. */
export const useCharterRequest = (): boolean => useSyncExternalStore(subscribe, () => answer !== null)
