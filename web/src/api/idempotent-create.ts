import type { RouteAnswer, Route, SentRouteBody } from '@parvis/contract'
import { ApiError } from './transport/api-error.ts'

/** Draws a UUID version 4. `crypto.randomUUID` is missing on a plain-http address, as on an intranet. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export type SendRequest = <R extends Route>(route: R, options: object) => Promise<RouteAnswer<R>>
type CreationCall = <R extends Route>(
  route: R,
  body: Omit<SentRouteBody<R>, 'client_id'>,
  signal?: AbortSignal,
  params?: Record<string, string>,
) => Promise<RouteAnswer<R>>

/**
 * Returns the function that calls a creation route with a client id (idempotency key). The same body sent again after a failure has the same id, so that
 * nothing is created twice. A changed body has another id.
 */
export function createIdempotentCall(send: SendRequest): CreationCall {
  // Client ids of creations that may have succeeded although no answer came, by route and body.
  const unansweredKeys = new Map<string, string>()
  return async (route, body, signal, params) => {
    const key = `${route.path} ${JSON.stringify([body, params])}`
    const client_id = unansweredKeys.get(key) ?? randomUuid()
    unansweredKeys.set(key, client_id)
    try {
      const answer = await send(route, { ...(params && { params }), body: { ...body, client_id }, signal })
      unansweredKeys.delete(key)
      return answer
    } catch (error) {
      // Refused by the server: nothing was created.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) unansweredKeys.delete(key)
      throw error
    }
  }
}
