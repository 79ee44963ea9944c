/** Where unsent texts wait, by what they are for. They last as long as the tab and end with the session (trust case PRV-03). */
const prefix = 'parvis.brouillon.'

/** The unsent text; empty when there is none. */
export function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(prefix + key) ?? ''
  } catch {
    return ''
  }
}

/** Keeps an unsent text; an empty one is forgotten. */
export function keepDraft(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(prefix + key)
    else sessionStorage.setItem(prefix + key, text)
  } catch {
    // Storage is refused or full: the text stays on the page, as long as the page.
  }
}

export const clearDrafts = (): void => clear(() => true)

/** Drafts are one person's, whose id begins their key: those that somebody else left in this tab without signing out are forgotten. */
export const keepOnlyDraftsOf = (user_id: string): void => clear((key) => !key.startsWith(`${prefix}${user_id}.`))

function clear(isToGo: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix) && isToGo(key)) sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
