/** What the question says where « ce que vous avez écrit » is not what would be lost. */
export interface LeaveWords {
  title: string
  sentence: string
  leave: string
  stay: string
}

/** Something of a page that leaving it would lose. */
interface Holder {
  /** Called once the person has chosen to leave it behind. */
  forget: () => void
  words?: () => LeaveWords | undefined
}

/** Those of the page that something is not saved in. */
const holders = new Map<symbol, Holder>()

/** Told to the window when something would leave an unsaved text behind; its detail goes on with it. */
export const leaving = 'parvis:depart'

/** The detail of that event. */
export interface Leaving {
  leave: () => void
  words: LeaveWords | undefined
}

export const isHeld = (): boolean => holders.size > 0

/**
 * Says that the page has a text that is not saved: whoever would leave it is asked first, and by the browser before it reloads or closes it.
 * @returns what lets the page go
 */
export function holdPage(holder: Holder): () => void {
  const name = Symbol()
  if (!isHeld()) window.addEventListener('beforeunload', warn)
  holders.set(name, holder)
  return () => {
    holders.delete(name)
    if (!isHeld()) window.removeEventListener('beforeunload', warn)
  }
}

const warn = (event: Event) => event.preventDefault()

/** Does it at once, or after the person agreed to leave their unsaved text. */
export function askToLeave(go: () => void): void {
  if (isHeld()) askFirst([...holders.values()], go)
  else go()
}

/** Asks in any case. @param left what is left behind */
export function askFirst(left: readonly Holder[], go: () => void): void {
  const leave = () => {
    for (const { forget } of left) forget()
    go()
  }
  const words = left.map((holder) => holder.words?.()).find((found) => found !== undefined)
  window.dispatchEvent(new CustomEvent<Leaving>(leaving, { detail: { leave, words } }))
}
