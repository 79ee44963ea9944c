/** Those of the page whose text is not saved, each with what forgets that text once the person leaves it behind. */
const holders = new Map<symbol, () => void>()

/** Told to the window when something would leave an unsaved text behind; its detail goes on with it. */
export const leaving = 'parvis:depart'

export const isHeld = (): boolean => holders.size > 0

/**
 * Says that the page has a text that is not saved: whoever would leave it is asked first, and by the browser before it reloads or closes it.
 * @param forget called once the person has chosen to leave that text behind
 * @returns what lets the page go
 */
export function holdPage(forget: () => void): () => void {
  const holder = Symbol()
  if (!isHeld()) window.addEventListener('beforeunload', warn)
  holders.set(holder, forget)
  return () => {
    holders.delete(holder)
    if (!isHeld()) window.removeEventListener('beforeunload', warn)
  }
}

const warn = (event: Event) => event.preventDefault()

/** Does it at once, or after the person agreed to leave their unsaved text. */
export function askToLeave(go: () => void): void {
  if (isHeld()) askFirst([...holders.values()], go)
  else go()
}

/** Asks in any case. @param forgets what forgets the texts that are left behind */
export function askFirst(forgets: readonly (() => void)[], go: () => void): void {
  const leave = () => {
    for (const forget of forgets) forget()
    go()
  }
  window.dispatchEvent(new CustomEvent(leaving, { detail: leave }))
}
