import { session } from '../api/browser.ts'
import { paths } from '../paths.ts'
import { navigate } from '../router/address.ts'

/**
 * Signs out and opens the sign-in page (specification, chapter 2), with a message if need be. After the guard, which remembers the
 * page it turns somebody away from: who leaves on purpose, and who comes next, is not led back there.
 */
export function signOut(message?: string): void {
  session.signOut()
  setTimeout(() => navigate(paths.login, { replace: true, state: message === undefined ? null : { message } }))
}
