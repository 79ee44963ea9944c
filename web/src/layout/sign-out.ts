import { session } from '../api/browser.ts'
import { paths } from '../paths.ts'
import { navigate } from '../router/address.ts'
import { askToLeave } from '../router/leaving.ts'

/**
 * Signs out and opens the sign-in page (specification, chapter 2), with a message if need be. After the guard, which remembers the
 * page it turns somebody away from: who leaves on purpose, and who comes next, is not led back there.
 */
export function signOut(message?: string): void {
  session.signOut()
  setTimeout(() => navigate(paths.login, { replace: true, force: true, state: message === undefined ? null : { message } }))
}

/** A server that does not answer must not keep anybody signed in, in milliseconds. */
const longestLastWork = 2_000

const lastWorks = new Set<() => Promise<unknown>>()

/** What must be done in the name of a person before they sign out; an answer is waited for, a moment. */
export const onSignOut = (work: () => Promise<unknown>): void => void lastWorks.add(work)

const workNow = () => Promise.allSettled([...lastWorks].map((work) => work()))

/** Where the tabs of a person ask each other to do it, while the session that signing out ends for all of them still answers. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('parvis.last-work')

/** How long a tab has to say that it is at it, in milliseconds. */
const hearingMs = 150

tabs?.addEventListener('message', ({ data }) => {
  if (data !== 'ask') return
  tabs.postMessage('begun')
  void workNow().then(() => tabs.postMessage('done'))
})

/** Has every other tab do it. */
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

/** The same, asked by the person: what they have not saved is asked about first. */
export const askToSignOut = (): void =>
  askToLeave(() => {
    const done = Promise.all([workNow(), workElsewhere()])
    void Promise.race([done, new Promise((resolve) => setTimeout(resolve, longestLastWork))]).then(() => signOut())
  })
