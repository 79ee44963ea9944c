import type { Page, Route } from 'playwright-core'

export type State = 'filled' | 'empty' | 'failing'
export const states: readonly State[] = ['filled', 'empty', 'failing']

/** What every page asks first: without it there is no screen to look at. */
const indispensable = /\/api\/(auth\/|instance$)/

/**
 * Makes what the server answers to the page what it would be on an empty instance, or on one that fails.
 * @returns whether the page has asked for something that the state changes: without it, it is what it is in any other state
 */
export async function putInState(page: Page, state: State): Promise<() => boolean> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  let isTouched = state === 'filled'
  if (isTouched) return () => true
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    if (request.method() !== 'GET' || indispensable.test(new URL(request.url()).pathname)) return route.fallback()
    isTouched = true
    return state === 'failing' ? fail(route) : answerEmpty(route)
  })
  return () => isTouched
}

function fail(route: Route): Promise<void> {
  return route.fulfill({ status: 500, json: { error: 'Une erreur interne est survenue.', code: 'server.internal', request_id: 'tour' } })
}

async function answerEmpty(route: Route): Promise<void> {
  const response = await route.fetch()
  if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
  return route.fulfill({ response, json: emptied(await response.json()) })
}

/** The same answer with no item in any list, and counts to match. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, typeof inner === 'number' ? 0 : emptied(inner)]))
}
