/** Texts of the confirmation, for pages where « ce que vous avez écrit » does not describe what would be lost. */
export interface LeaveTexts {
  title: string
  sentence: string
  leave: string
  stay: string
}

/** Unsaved changes that block the navigation. */
interface NavigationBlocker {
  /** Called once the person has chosen to lose the changes. */
  discard: () => void
  texts?: () => LeaveTexts | undefined
}

/** Unsaved changes of the current page. */
const blockers = new Map<symbol, NavigationBlocker>()

/** Event dispatched on `window` when a navigation needs a confirmation. */
export const leaveRequestedEvent = 'parvis:depart'

/** Detail of the event: `leave` carries out the navigation. */
export interface LeaveRequest {
  leave: () => void
  texts: LeaveTexts | undefined
}

export const hasUnsavedChanges = (): boolean => blockers.size > 0

/**
 * Blocks navigation while the page has unsaved changes. Inside the application a dialog asks for confirmation; before a reload or a close, the browser
 * does.
 * @returns a function that unblocks it
 */
export function blockNavigation(blocker: NavigationBlocker): () => void {
  const name = Symbol()
  if (!hasUnsavedChanges()) window.addEventListener('beforeunload', warn)
  blockers.set(name, blocker)
  return () => {
    blockers.delete(name)
    if (!hasUnsavedChanges()) window.removeEventListener('beforeunload', warn)
  }
}

const warn = (event: Event) => event.preventDefault()

/** Runs `go` at once, or after the person has agreed to lose the unsaved changes. */
export function confirmIfUnsaved(go: () => void): void {
  if (hasUnsavedChanges()) confirmThen([...blockers.values()], go)
  else go()
}

/** Asks for confirmation before running `go`, even if nothing blocks the navigation. @param discarded unsaved changes to discard */
export function confirmThen(discarded: readonly NavigationBlocker[], go: () => void): void {
  const leave = () => {
    for (const { discard } of discarded) discard()
    go()
  }
  const texts = discarded.map((blocker) => blocker.texts?.()).find((found) => found !== undefined)
  window.dispatchEvent(new CustomEvent<LeaveRequest>(leaveRequestedEvent, { detail: { leave, texts } }))
}
