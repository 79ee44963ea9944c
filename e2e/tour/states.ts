import type { Page } from 'playwright-core'

export type State = 'filled' | 'empty' | 'failing'
export const states: readonly State[] = ['filled', 'empty', 'failing']

/** What every page asks first: without it there is no screen to look at. */
const indispensable = /\/api\/(auth\/|instance$)/

type FakedAnswers = {
  /** Whether the page has asked for something that the state changes: without it, it is what it is in any other state. */
  isTouched(): Promise<boolean>
  /** From its next load on, the page is as the server has it. */
  end(): Promise<void>
}

/**
 * Makes what the server answers to the page, from its next load on, what it would be on an empty instance, or on one that fails. Done
 * in the page: a browser whose requests are held for the test empties its cache, and loads everything again each time.
 */
export async function fakeAnswers(page: Page, state: State): Promise<FakedAnswers> {
  if (state === 'filled') return { isTouched: () => Promise.resolve(true), end: () => Promise.resolve() }
  const script = await page.addInitScript(`(${replaceFetch})(${JSON.stringify(state)}, ${indispensable})`)
  return { isTouched: () => page.evaluate<boolean>('globalThis.isTouched'), end: () => script.dispose() }
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
