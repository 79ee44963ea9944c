import { routes } from '@parvis/contract'
import type { KeyboardEvent } from 'react'
import { call, session } from '../../api/browser.ts'
import { useSession } from '../../api/session/session.tsx'

/** Whether Enter sends, for this person: a choice of their profile. */
export const useEnterSends = (): boolean => useSession().user?.enter_sends ?? false

/** Keeps the choice, and shows it everywhere. @throws {ApiError} */
export async function chooseEnterSends(enter_sends: boolean): Promise<void> {
  await call(routes.profile.preferences, { body: { enter_sends } })
  await session.verify(true)
}

/** A key of the keyboard on glass has no Shift that one finds: there, Enter always goes to the next line. */
const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches

/** Whether this key sends what is written; while a word is being composed (accents, other scripts), none does. */
export function isSending(event: KeyboardEvent, enterSends: boolean): boolean {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return false
  return event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey && !event.altKey && !isTouched())
}
