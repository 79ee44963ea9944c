import type { Route } from '@parvis/contract'
import type { ActOn, Kind } from './matrix-rights.ts'
import type { Thing } from './matrix-things.ts'
import type { Who, World } from './matrix-world.ts'
import type { TestUser } from '../test-users.ts'

/** Parameters of a call that succeeds for whoever may make it. */
export type Sample = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown; form?: FormData; caller?: TestUser | null }

type Made = Promise<Sample> | Sample

/** Expected access to a route beyond the contract's `access`: on whose thing the call is made, and the status that follows. */
export type Rule = {
  route: Route
  on: string
  make(world: World, who: Who): Made
  /** Status for callers whom `access` lets in; by default the contract's. */
  success?: number
  /** Status by caller where ownership decides. Callers not listed get that of `other`. */
  owned?: Partial<Record<Who, number>>
  /** For a shared thing: kind, action and call. The table of `matrix-rights.ts` says who may. */
  opened?: { kind: Kind; act: string; absent: number; call(thing: Thing, world: World, who: Who): Made }
}

// Missing things and those of others get the same answer, for administrators too (trust cases ACC-02, PRV-11).
const privately = { other: 404, admin: 404 }

/** Rule of a call on nobody's thing. */
export const open = (route: Route, sample: Sample = {}, success?: number): Rule => ({
  route,
  on: '',
  make: () => sample,
  ...(success !== undefined && { success }),
})

/** Rule of a call on a thing of A, missing for everybody else. */
export const mine = (route: Route, on: string, make: Rule['make'], success?: number): Rule => ({
  route,
  on,
  make,
  owned: privately,
  ...(success !== undefined && { success }),
})

/**
 * Rule of a call on a shared thing, by its id unless `call` says otherwise. The table says who may do `act` on it.
 * @param status of a success, and `absent`: status for a missing thing, by default 404
 */
export function opened<K extends Kind>(
  kind: K,
  act: ActOn<K>,
  route: Route,
  call: (thing: Thing, world: World, who: Who) => Made = ({ id }) => ({ params: { id } }),
  { success, absent = 404 }: { success?: number; absent?: number } = {},
): Rule {
  return {
    route,
    on: `${kind}, ${act}`,
    make: async (world, who) => call(await world.thing(kind), world, who),
    opened: { kind, act, absent, call },
    ...(success !== undefined && { success }),
  }
}
