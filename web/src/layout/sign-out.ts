import { session } from '../api/browser.ts'
import { paths } from '../paths.ts'
import { navigate } from '../router/location.ts'
import { confirmIfUnsaved } from '../router/navigation-blocker.ts'

/**
 * Signs out, then opens the sign-in page (specification, chapter 2), with an optional message. The delay lets the access guard redirect first: the page
 * that it stores to return to after sign-in is then discarded.
 */
export function signOut(message?: string): void {
  session.signOut()
  setTimeout(() => navigate(paths.login, { replace: true, force: true, state: message === undefined ? null : { message } }))
}

/** Maximum time to wait for the work before sign-out, in milliseconds: a server that does not answer must not keep the person signed in. */
const maxTaskMs = 2_000

const signOutTasks = new Set<() => Promise<unknown>>()

/** Registers work to do in the person's name before they sign out. Sign-out waits for it, up to a limit. */
export const onSignOut = (work: () => Promise<unknown>): void => void signOutTasks.add(work)

const runSignOutTasks = () => Promise.allSettled([...signOutTasks].map((work) => work()))

/** Channel by which the tabs ask each other to do that work, as the sign-out of one ends the session of all. */
const tabChannel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('parvis.last-work')

/** Time for the other tabs to answer that they have started, in milliseconds. */
const answerTimeoutMs = 150

tabChannel?.addEventListener('message', ({ data }) => {
  if (data !== 'ask') return
  tabChannel.postMessage('begun')
  void runSignOutTasks().then(() => tabChannel.postMessage('done'))
})

/** Has every other tab do its work. Resolves when those that answered in time have finished. */
const runInOtherTabs = (): Promise<void> =>
  new Promise((resolve) => {
    const controller = new AbortController()
    let runningCount = 0
    let hasTimedOut = false
    function resolveIfDone() {
      if (!hasTimedOut || runningCount > 0) return
      controller.abort()
      resolve()
    }
    const onMessage = ({ data }: MessageEvent) => {
      runningCount += data === 'begun' ? 1 : data === 'done' ? -1 : 0
      resolveIfDone()
    }
    tabChannel?.addEventListener('message', onMessage, { signal: controller.signal })
    tabChannel?.postMessage('ask')
    setTimeout(() => {
      hasTimedOut = true
      resolveIfDone()
    }, answerTimeoutMs)
  })

/** Signs out at the person's request: asks about unsaved changes first, then waits for the work of all tabs. */
export const confirmSignOut = (): void =>
  confirmIfUnsaved(() => {
    const completion = Promise.all([runSignOutTasks(), runInOtherTabs()])
    void Promise.race([completion, new Promise((resolve) => setTimeout(resolve, maxTaskMs))]).then(() => signOut())
  })
