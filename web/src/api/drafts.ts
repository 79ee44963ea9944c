/** Prefix of the session-storage keys of unsent texts. They last as long as the tab and are cleared at sign-out (trust case PRV-03). */
const prefix = 'parvis.brouillon.'

/** Reads an unsent text; empty when there is none. */
export function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(prefix + key) ?? ''
  } catch {
    return ''
  }
}

/** Saves an unsent text; an empty text removes it. */
export function saveDraft(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(prefix + key)
    else sessionStorage.setItem(prefix + key, text)
  } catch {
    // Storage refused or full: the text lasts as long as the page.
  }
}

export const clearDrafts = (): void => clear(() => true)

/** Removes the drafts of other users, left in this tab without a sign-out. A draft's key starts with the id of its user. */
export const removeOtherUsersDrafts = (user_id: string): void => clear((key) => !key.startsWith(`${prefix}${user_id}.`))

function clear(shouldRemove: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix) && shouldRemove(key)) sessionStorage.removeItem(key)
  } catch {
    // Storage refused: nothing was saved.
  }
}
