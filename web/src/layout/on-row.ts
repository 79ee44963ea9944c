import type { Route } from '@parvis/contract'
import { invalidate } from '../api/ask.ts'
import { isMissing } from '../api/transport/api-error.ts'
import { focusTitleAfterDialog } from '../ui/content/focus-title.ts'

/**
 * Runs a dialog's action on a row. If the row was deleted meanwhile (404), refreshes the list, which removes the button that opened the dialog, and moves
 * the focus to the page title once the dialog closes. Rethrows every error.
 * @param removal write route whose invalidation refreshes the list
 */
export async function onRow<T>(removal: Route, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isMissing(error)) {
      void invalidate(removal)
      focusTitleAfterDialog(Infinity)
    }
    throw error
  }
}
