import { readDraft, saveDraft } from '../../api/drafts.ts'
import type { LocalCopy } from './document-store.ts'

/** Delay, in milliseconds, before a copy is written: the text of a long document is not serialised at each key. */
const delayMs = 200

export type LocalCopies = ReturnType<typeof createLocalCopies>

/** Unsaved text of a document, stored in the tab as every draft is: cleared at sign-out, and for another person. @param key storage key, with the user's id */
export function createLocalCopies(key: string) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: LocalCopy | null | undefined
  const flush = () => {
    clearTimeout(timer)
    if (pending === undefined) return
    saveDraft(key, pending === null ? '' : JSON.stringify(pending))
    pending = undefined
  }
  return {
    read: (): LocalCopy | null => parseCopy(readDraft(key)),
    keep(copy: LocalCopy | null) {
      const isPlanned = pending !== undefined
      pending = copy
      if (copy === null) flush()
      else if (!isPlanned) timer = setTimeout(flush, delayMs)
    },
    /** Writes what is pending, for a page that is being left. */
    flush,
  }
}

function parseCopy(json: string): LocalCopy | null {
  if (json === '') return null
  try {
    return JSON.parse(json) as LocalCopy
  } catch {
    return null
  }
}
