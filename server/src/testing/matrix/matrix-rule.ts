import type { Route } from '@parvis/contract'
import type { ActOn, Kind, Who } from './matrix-rights.ts'
import type { Thing, Sample, Rule, World, Made } from './matrix-types.ts'

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
