/** Texts of the confirmation, for pages where « ce que vous avez écrit » does not describe what would be lost. */
export interface LeaveWords {
  title: string
  sentence: string
  leave: string
  stay: string
}

/** Unsaved changes that block the navigation. */
interface Holder {
  /** Called once the person has chosen to lose the changes. */
  forget: () => void
  words?: () => LeaveWords | undefined
}

/** Unsaved changes of the current page. */
const holders = new Map<symbol, Holder>()

/** Event dispatched on `window` when a navigation needs a confirmation. */
export const leaving = 'parvis:depart'

/** Detail of the event: `leave` carries out the navigation. */
export interface Leaving {
  leave: () => void
  words: LeaveWords | undefined
}

export const isHeld = (): boolean => holders.size > 0

/**
 * Blocks navigation while the page has unsaved changes. Inside the application a dialog asks for confirmation; before a reload or a close, the browser
 * does.
 * @returns a function that unblocks it
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

/** Runs `go` at once, or after the person has agreed to lose the unsaved changes. */
export function askToLeave(go: () => void): void {
  if (isHeld()) askFirst([...holders.values()], go)
  else go()
}

/** Asks for confirmation before running `go`, even if nothing blocks the navigation. @param left unsaved changes to discard */
export function askFirst(left: readonly Holder[], go: () => void): void {
  const leave = () => {
    for (const { forget } of left) forget()
    go()
  }
  const words = left.map((holder) => holder.words?.()).find((found) => found !== undefined)
  window.dispatchEvent(new CustomEvent<Leaving>(leaving, { detail: { leave, words } }))
}
