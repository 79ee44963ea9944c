import type { Route } from '@parvis/contract'
import { invalidate } from '../api/queries.ts'
import { isNotFound } from '../api/transport/api-error.ts'
import { focusTitleAfterDialog } from '../ui/overlays/Dialog.tsx'

/**
 * Runs a dialog's action on a row. If the row was deleted meanwhile (404), refreshes the list, which removes the button that opened the dialog, and moves
 * the focus to the page title once the dialog closes. Rethrows every error.
 * @param invalidatedBy write route whose invalidation refreshes the list
 */
export async function runRowAction<T>(invalidatedBy: Route, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isNotFound(error)) {
      void invalidate(invalidatedBy)
      focusTitleAfterDialog(Infinity)
    }
    throw error
  }
}
