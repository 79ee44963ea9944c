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
