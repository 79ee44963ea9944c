import type { Route } from '@parvis/contract'
import type { Who, World } from './matrix-world.ts'
import type { TestUser } from '../test-users.ts'

/** A call that succeeds for whoever may make it. */
export type Sample = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown; form?: FormData; caller?: TestUser | null }

/** What the contract's `access` does not say of a call: on whose thing it is made, and what that changes. */
export type Rule = {
  route: Route
  on: string
  make(world: World, who: Who): Promise<Sample> | Sample
  /** Status for those that `access` lets in; the contract's without it. */
  success?: number
  /** Status where owning decides. */
  owned?: Partial<Record<Who, number>>
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
