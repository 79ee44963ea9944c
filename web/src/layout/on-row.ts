import type { Route } from '@parvis/contract'
import { invalidate } from '../api/ask.ts'
import { isMissing } from '../api/transport/api-error.ts'
import { focusTitleAfterDialog } from '../ui/content/focus-title.ts'

/**
 * Does something to a row of a list, from a dialog. One that a colleague deleted meanwhile leaves the list, to which the refusal leads back,
 * with the button that opened the dialog: the focus then goes to the title, however long the refusal is read.
 * @param removal the call that changes the list
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
