import type { Page } from 'playwright-core'

export type TourState = 'filled' | 'empty' | 'failing'
export const states: readonly TourState[] = ['filled', 'empty', 'failing']

/** Requests that every page makes first and cannot be displayed without: they are never faked. */
const neverFaked = /\/api\/(auth\/|instance$)/

type FakeAnswers = {
  /** Whether the page made a request that the state changes. If not, it looks the same in every state. */
  isAffected(): Promise<boolean>
  /** Restores the answers of the server, from the next load of the page on. */
  end(): Promise<void>
}

/**
 * Fakes the server's answers to the page, from its next load on, as those of an empty or failing instance. They are faked in the page, because
 * intercepting requests in the test empties the browser's cache and reloads everything each time.
 */
export async function fakeAnswers(page: Page, state: TourState): Promise<FakeAnswers> {
  if (state === 'filled') return { isAffected: () => Promise.resolve(true), end: () => Promise.resolve() }
  const script = await page.addInitScript(`(${replaceFetch})(${JSON.stringify(state)}, ${neverFaked})`)
  return { isAffected: () => page.evaluate<boolean>('globalThis.isTouched'), end: () => script.dispose() }
}

const replaceFetch = `(state, indispensable) => {
  // The same answer with no item in any list, and counts to match.
  const emptied = (value) => {
    if (Array.isArray(value)) return []
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, typeof inner === 'number' ? 0 : emptied(inner)]))
  }
  const failure = { error: 'Une erreur interne est survenue.', code: 'server.internal', request_id: 'tour' }
  const ask = globalThis.fetch
  globalThis.isTouched = false
  globalThis.fetch = async (address, options) => {
    const { pathname } = new URL(address, location.href)
    if ((options?.method ?? 'GET') !== 'GET' || !pathname.startsWith('/api/') || indispensable.test(pathname)) return ask(address, options)
    globalThis.isTouched = true
    if (state === 'failing') return Response.json(failure, { status: 500 })
    const answer = await ask(address, options)
    if (!answer.headers.get('content-type')?.includes('json')) return answer
    return Response.json(emptied(await answer.json()), { status: answer.status, headers: answer.headers })
  }
}`
