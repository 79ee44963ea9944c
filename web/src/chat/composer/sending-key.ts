import { routes } from '@parvis/contract'
import type { KeyboardEvent } from 'react'
import { call, session, useSession } from '../../api/browser.ts'

/** Whether Enter sends, a preference of the user's profile. */
export const useEnterSends = (): boolean => useSession().user?.enter_sends ?? false

/** Saves the sending key in the profile and reloads the session, so that the whole page follows. @throws {ApiError} */
export async function saveEnterSends(enter_sends: boolean): Promise<void> {
  await call(routes.profile.preferences, { body: { enter_sends } })
  await session.verify(true)
}

/** Whether the device has a touch keyboard, where Shift+Enter is impractical: Enter then always inserts a line break. */
const hasTouchKeyboard = (): boolean => matchMedia('(pointer: coarse)').matches

/** Whether this key sends the text. Never during an input-method composition (accents, other scripts). */
export function isSendKey(event: KeyboardEvent, enterSends: boolean): boolean {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return false
  return event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey && !event.altKey && !hasTouchKeyboard())
}
