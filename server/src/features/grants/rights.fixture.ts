import { routes, type Grant, type GrantKind } from '@parvis/contract'
import { beforeEach } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { grants, teams } = routes
type TestGrant = { subject: Grant['subject']; id?: string; level: Grant['level'] }

export const everyone: TestGrant = { subject: 'everyone', level: 'use' }

/** An administrator and, before each test, a team with one member and a person outside it. */
type RightsWorld = {
  app: TestApp
  admin: TestUser
  /** `rh`: member of the team; `fin`: the person outside it. */
  rh: TestUser
  fin: TestUser
  team_id: string
  count: number
}

export function openRights() {
  const app = openTestApp()
  const world = { app, count: 0, ...people(app, { admin: { is_admin: true } }), ...people(app, { rh: {}, fin: {} }, beforeEach) } as RightsWorld
  beforeEach(async () => {
    world.count += 1
    const body = { name: `Ressources humaines ${world.count}` }
    world.team_id = (await app.call(teams.create, { body, token: world.admin.token })).body.id
    await app.call(teams.addMember, { params: { id: world.team_id }, body: { account: world.rh.username }, token: world.admin.token })
  })
  return Object.assign(world, {
    toTeam: (level: Grant['level'] = 'use'): TestGrant => ({ subject: 'team', id: world.team_id, level }),
    give: (kind: GrantKind, id: string, list: TestGrant[], token = world.admin.token, expected_version?: string) =>
      app.call(grants.set, { params: { kind, id }, body: { grants: list, ...(expected_version !== undefined && { expected_version }) }, token }),
    held: async (kind: GrantKind, id: string, token = world.admin.token) => (await app.call(grants.get, { params: { kind, id }, token })).body,
  })
}
