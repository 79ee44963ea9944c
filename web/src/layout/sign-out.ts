import { session } from '../api/browser.ts'
import { paths } from '../paths.ts'
import { navigate } from '../router/address.ts'
import { askToLeave } from '../router/leaving.ts'

/**
 * Signs out, then opens the sign-in page (specification, chapter 2), with an optional message. The delay lets the access guard redirect first: the page
 * that it stores to return to after sign-in is then discarded.
 */
export function signOut(message?: string): void {
  session.signOut()
  setTimeout(() => navigate(paths.login, { replace: true, force: true, state: message === undefined ? null : { message } }))
}

/** Maximum time to wait for the work before sign-out, in milliseconds: a server that does not answer must not keep the person signed in. */
const longestLastWork = 2_000

const lastWorks = new Set<() => Promise<unknown>>()

/** Registers work to do in the person's name before they sign out. Sign-out waits for it, up to a limit. */
export const onSignOut = (work: () => Promise<unknown>): void => void lastWorks.add(work)

const workNow = () => Promise.allSettled([...lastWorks].map((work) => work()))

/** Channel by which the tabs ask each other to do that work, as the sign-out of one ends the session of all. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('parvis.last-work')

/** Time for the other tabs to answer that they have started, in milliseconds. */
const hearingMs = 150

tabs?.addEventListener('message', ({ data }) => {
  if (data !== 'ask') return
  tabs.postMessage('begun')
  void workNow().then(() => tabs.postMessage('done'))
})

/** Has every other tab do its work. Resolves when those that answered in time have finished. */
const workElsewhere = (): Promise<void> =>
  new Promise((resolve) => {
    const heard = new AbortController()
    let under = 0
    let isOver = false
    function look() {
      if (!isOver || under > 0) return
      heard.abort()
      resolve()
    }
    const hear = ({ data }: MessageEvent) => {
      under += data === 'begun' ? 1 : data === 'done' ? -1 : 0
      look()
    }
    tabs?.addEventListener('message', hear, { signal: heard.signal })
    tabs?.postMessage('ask')
    setTimeout(() => {
      isOver = true
      look()
    }, hearingMs)
  })

/** Signs out at the person's request: asks about unsaved changes first, then waits for the work of all tabs. */
export const askToSignOut = (): void =>
  askToLeave(() => {
    const done = Promise.all([workNow(), workElsewhere()])
    void Promise.race([done, new Promise((resolve) => setTimeout(resolve, longestLastWork))]).then(() => signOut())
  })
