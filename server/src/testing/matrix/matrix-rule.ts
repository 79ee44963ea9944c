import type { Route } from '@parvis/contract'
import type { ActionOn, SharedKind, MatrixCaller } from './matrix-rights.ts'
import type { SharedThing, RouteSample, AccessRule, MatrixWorld, Made } from './matrix-types.ts'

// Missing things and those of others get the same answer, for administrators too (trust cases ACC-02, PRV-11).
const hiddenFromOthers = { other: 404, admin: 404 }

/** Rule of a call on nobody's thing. */
export const publicRule = (route: Route, sample: RouteSample = {}, success?: number): AccessRule => ({
  route,
  on: '',
  make: () => sample,
  ...(success !== undefined && { success }),
})

/** Rule of a call on a thing of A, missing for everybody else. */
export const ownerRule = (route: Route, on: string, make: AccessRule['make'], success?: number): AccessRule => ({
  route,
  on,
  make,
  owned: hiddenFromOthers,
  ...(success !== undefined && { success }),
})

/**
 * Rule of a call on a shared thing, by its id unless `call` says otherwise. The table says who may do `act` on it.
 * @param status of a success, and `absent`: status for a missing thing, by default 404
 */
export function sharedRule<K extends SharedKind>(
  kind: K,
  act: ActionOn<K>,
  route: Route,
  call: (thing: SharedThing, world: MatrixWorld, who: MatrixCaller) => Made = ({ id }) => ({ params: { id } }),
  { success, absent = 404 }: { success?: number; absent?: number } = {},
): AccessRule {
  return {
    route,
    on: `${kind}, ${act}`,
    make: async (world, who) => call(await world.thing(kind), world, who),
    opened: { kind, act, absent, call },
    ...(success !== undefined && { success }),
  }
}

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
