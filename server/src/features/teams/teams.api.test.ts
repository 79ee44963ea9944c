import { routes, type TeamRole } from '@parvis/contract'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { testEngine } from '../../testing/databases/database.ts'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { grants, teams } = routes

const app = openTestApp()
const { admin } = people(app, { admin: { is_admin: true } })
const { manager, member, stranger } = people(app, { manager: {}, member: {}, stranger: {} }, beforeEach)
let id: string
let count = 0

const add = (account: string, { token } = manager, role: TeamRole = 'member') => app.call(teams.addMember, { params: { id }, body: { account, role }, token })
const waitingForLocks = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows[0]!.count
}
const setRole = (user_id: string, role: TeamRole, { token } = manager) => app.call(teams.setRole, { params: { id, user_id }, body: { role }, token })
const remove = (user_id: string, { token } = manager) => app.call(teams.removeMember, { params: { id, user_id }, token })
const membersOf = async ({ token } = admin) => (await app.call(teams.members, { params: { id }, token })).body.map((one) => [one.user_id, one.role])

beforeEach(async () => {
  count += 1
  id = (await app.call(teams.create, { body: { name: `Voirie ${count}` }, token: admin.token })).body.id
  await add(manager.username, admin, 'manager')
  await add(member.email, manager)
})

describe('services', () => {
  test('are known to their members and to administrators; to others where everybody may give them something', async () => {
    const known = async ({ token }: TestUser) => (await app.call(teams.list, { token })).body.find((team) => team.id === id) ?? null
    expect([(await known(manager))?.role, (await known(member))?.role, await known(stranger)]).toEqual(['manager', 'member', null])
    expect(await known(admin)).toMatchObject({ role: null, member_count: 2, sharing: 'members' })
    await app.call(teams.update, { params: { id }, body: { sharing: 'anyone', group_name: 'VOIRIE' }, token: admin.token })
    expect(await known(stranger)).toMatchObject({ role: null, group_name: null })
    expect((await app.call(teams.members, { params: { id }, token: stranger.token })).error?.code).toBe('teams.not_manager')
  })

  test('have names and groups of their own, whatever their case and accents; a stale change is shown the other', async () => {
    const create = (body: { name: string; group_name?: string }) => app.call(teams.create, { body, token: admin.token })
    expect((await create({ name: ` VÔIRIE  ${count} ` })).error?.code).toBe('teams.taken')
    await create({ name: `Eau ${count}`, group_name: `eau-${count}` })
    expect((await create({ name: `Eaux ${count}`, group_name: `eau-${count}` })).error?.code).toBe('teams.group_taken')
    expect((await create({ name: '   ' })).status).toBe(422)
    const { updated_at } = (await app.call(teams.list, { token: admin.token })).body.find((team) => team.id === id)!
    const update = (body: object) => app.call(teams.update, { params: { id }, body: { ...body, expected_updated_at: updated_at }, token: admin.token })
    expect((await update({ description: 'Les routes' })).body.description).toBe('Les routes')
    expect((await update({ description: 'Les chemins' })).error?.code).toBe('request.stale')
  })

  test('are filled by their managers, by exact names; nobody is found otherwise, nor put in twice', async () => {
    expect((await add(stranger.username, member)).error?.code).toBe('teams.not_manager')
    expect((await add(stranger.username, stranger)).status).toBe(404)
    expect((await add('personne')).error?.code).toBe('teams.person_unknown')
    expect((await add(stranger.username.slice(0, -1))).error?.code).toBe('teams.person_unknown')
    await app.db.updateTable('app_user').set({ is_active: false }).where('id', '=', stranger.id).execute()
    expect((await add(stranger.username)).error?.code).toBe('teams.person_unknown')
    expect((await add(member.username.toUpperCase())).body).toMatchObject({ user_id: member.id, role: 'member', is_local: true, providers: [] })
    expect(await membersOf()).toEqual([
      [manager.id, 'manager'],
      [member.id, 'member'],
    ])
  })

  test('keep as their manager who is added as a member, whoever adds them; adding still raises', async () => {
    expect((await add(manager.username, manager)).body).toMatchObject({ user_id: manager.id, role: 'manager', is_local: true })
    expect((await add(manager.email, admin)).body.role).toBe('manager')
    expect((await add(member.username, manager, 'manager')).body.role).toBe('manager')
    expect((await add(member.username, manager)).body.role).toBe('manager')
    expect((await setRole(member.id, 'member')).body.role).toBe('member')
    expect(await membersOf()).toEqual([
      [manager.id, 'manager'],
      [member.id, 'member'],
    ])
  })

  test('keep a manager where one leaves, unless an administrator says otherwise', async () => {
    expect((await remove(manager.id)).error?.code).toBe('teams.last_manager')
    expect((await setRole(manager.id, 'member')).error?.code).toBe('teams.last_manager')
    await setRole(member.id, 'manager')
    const enable = (is_active: boolean) => app.db.updateTable('app_user').set({ is_active }).where('id', '=', member.id).execute()
    await enable(false)
    expect((await remove(manager.id)).error?.code).toBe('teams.last_manager')
    await enable(true)
    // Both leave at the same time: one stays.
    const left = await Promise.all([remove(manager.id), remove(member.id, member)])
    expect(left.map(({ status }) => status).sort()).toEqual([200, 409])
    const [[last] = []] = await membersOf()
    expect((await remove(last!, admin)).status).toBe(200)
    expect(await membersOf()).toEqual([])
  })

  test('have a member since as long when their role changes: the first of their services still pays', async () => {
    const later = (await app.call(teams.create, { body: { name: `Eau ${count}` }, token: admin.token })).body.id
    await app.call(teams.addMember, { params: { id: later }, body: { account: member.username }, token: admin.token })
    const since = async () => {
      const kept = app.db.selectFrom('team_member').where('team_id', '=', id).where('user_id', '=', member.id).select('created_at')
      return (await kept.executeTakeFirstOrThrow()).created_at
    }
    const whoPays = async () => {
      const asked = sql<{ team_id: string }>`select team_id from token_room(${member.id}::uuid, null, current_date, ${randomUUID()}::uuid, 10)`
      return (await asked.execute(app.db)).rows[0]!.team_id
    }
    const before = await since()
    expect(await whoPays()).toBe(id)
    expect((await setRole(member.id, 'manager')).body.role).toBe('manager')
    expect((await setRole(member.id, 'member')).body.role).toBe('member')
    expect((await add(member.username, manager, 'manager')).body.role).toBe('manager')
    expect([await since(), await whoPays()]).toEqual([before, id])
  })

  test('are left by whoever wants to; a member puts nobody out', async () => {
    expect((await remove(manager.id, member)).error?.code).toBe('teams.not_manager')
    expect((await remove(member.id, member)).body.message).toBe('Vous avez quitté ce service')
    expect((await app.call(teams.members, { params: { id }, token: member.token })).status).toBe(404)
    expect((await remove(member.id)).status).toBe(404)
  })
})

// An embedded database has one session, where nobody waits.
test.runIf(testEngine() === 'postgres')('who ceases to manage a service while their call waits for it changes nothing there', async () => {
  const calls = [() => add(stranger.username), () => setRole(member.id, 'manager'), () => remove(member.id)]
  for (const call of calls) {
    const ending = await app.db.startTransaction().execute()
    try {
      await ending.selectFrom('team').where('id', '=', id).select('id').forUpdate().execute()
      await ending.deleteFrom('team_member').where('team_id', '=', id).where('user_id', '=', manager.id).execute()
      const answer = call()
      await expect.poll(waitingForLocks).toBe(1)
      await ending.commit().execute()
      expect((await answer).error.code).toBe('request.not_found')
    } finally {
      if (!ending.isCommitted) await ending.rollback().execute()
    }
    expect(await membersOf()).toEqual([[member.id, 'member']])
    await add(manager.username, admin, 'manager')
  }
})

test('who gives what to a service is as the service says', async () => {
  const project = (await app.call(routes.projects.create, { body: { name: 'Ponts' }, token: stranger.token })).body.id
  const give = async (...list: object[]) => {
    const body = { grants: list as never }
    return (await app.call(grants.set, { params: { kind: 'project', id: project }, body, token: stranger.token })).error?.code ?? 'given'
  }
  const toTeam = { subject: 'team', id, level: 'use' }
  expect(await give(toTeam)).toBe('grants.unknown')
  await app.call(teams.update, { params: { id }, body: { sharing: 'anyone' }, token: admin.token })
  expect(await give(toTeam)).toBe('given')
  // Existing grants stay when the team closes; new ones are refused.
  await app.call(teams.update, { params: { id }, body: { sharing: 'managers' }, token: admin.token })
  expect(await give(toTeam)).toBe('given')
  // Raising a level is refused too.
  expect(await give({ ...toTeam, level: 'edit' })).toBe('grants.unknown')
  expect(await give({ subject: 'user', id: stranger.id, level: 'edit' })).toBe('grants.to_oneself')
  expect(await give({ subject: 'everyone', level: 'use' })).toBe('grants.everyone')
  // So is raising what an administrator opened to everybody, by somebody who is not one.
  await app.db.insertInto('access_grant').values({ project_id: project, level: 'use' }).execute()
  expect(await give({ subject: 'everyone', level: 'edit' })).toBe('grants.everyone')
})
