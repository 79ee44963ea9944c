import type { Route } from '@parvis/contract'
import type { RouteSample, MatrixWorld } from './matrix-types.ts'

/** Returns a unique user name. */
export const uniqueName = (): string => `agent-${crypto.randomUUID().slice(0, 8)}`

export function textFile(field: string, name: string, text: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  form.set(field, new Blob([text], { type: 'text/plain' }), name)
  return form
}

/** Makes the call of a sample with a token, from a network address. */
export function callWith({ app }: MatrixWorld, route: Route, sample: RouteSample, token: string | undefined, ip: string, headers: Record<string, string> = {}) {
  const { params, query, body, form } = sample
  return app.call(route, { params, query, body: body as never, form, token, ip, headers })
}

/** Returns the body of a successful response. @throws when the call failed */
export async function bodyOfSuccess<T extends { status: number; text: string; body: unknown }>(answer: Promise<T>): Promise<T['body']> {
  const { status, text, body } = await answer
  if (status >= 300) throw new Error(`the world could not be made: ${status} ${text}`)
  return body
}
