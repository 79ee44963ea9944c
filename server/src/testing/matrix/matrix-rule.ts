import type { Route } from '@parvis/contract'
import type { ActOn, Kind } from './matrix-rights.ts'
import type { Thing } from './matrix-things.ts'
import type { Who, World } from './matrix-world.ts'
import type { TestUser } from '../test-users.ts'

/** A call that succeeds for whoever may make it. */
export type Sample = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown; form?: FormData; caller?: TestUser | null }

type Made = Promise<Sample> | Sample

/** What the contract's `access` does not say of a call: on whose thing it is made, and what that changes. */
export type Rule = {
  route: Route
  on: string
  make(world: World, who: Who): Made
  /** Status for those that `access` lets in; the contract's without it. */
  success?: number
  /** Status where owning decides; who is not named is answered as `other`. */
  owned?: Partial<Record<Who, number>>
  /** Of a thing that rights open, the call and what it does: who may is read from the table (`matrix-rights.ts`). */
  opened?: { kind: Kind; act: string; absent: number; call(thing: Thing, world: World, who: Who): Made }
}

// Missing and not-yours: the same answer, to administrators too (trust cases ACC-02, PRV-11).
const privately = { other: 404, admin: 404 }

/** A call on nobody's thing. */
export const open = (route: Route, sample: Sample = {}, success?: number): Rule => ({
  route,
  on: '',
  make: () => sample,
  ...(success !== undefined && { success }),
})

/** A call on a thing of A, missing for everybody else. */
export const mine = (route: Route, on: string, make: Rule['make'], success?: number): Rule => ({
  route,
  on,
  make,
  owned: privately,
  ...(success !== undefined && { success }),
})

/**
 * A call on a thing that rights open, by its id unless told: whoever may do `act` on it, by the table.
 * @param status of a success, and what answers for a thing that does not exist: 404 without it
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
