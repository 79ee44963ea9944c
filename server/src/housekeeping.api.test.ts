import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { housekeeping } from './housekeeping.ts'
import { erasureListName, readErasures } from './operations/erasures/erasure-list.ts'
import { openTestApp } from './testing/open-test-app.ts'

const app = openTestApp()

test('a list of erasures that cannot be written holds no purge back, and is written once it can be', async () => {
  const round = housekeeping(app.context, app.database)
  const { dataDir } = app.context.config
  const admin = await app.createUser({ is_admin: true })
  const [gone, away] = [await app.createUser(), await app.createUser()]
  await app.call(routes.users.remove, { token: admin.token, params: { id: gone.id } })
  await app.db.updateTable('session').set({ expires_at: '2020-01-01T00:00:00.000Z' }).where('user_id', '=', away.id).execute()
  await writeFile(path.join(dataDir, erasureListName), 'autre chose\n')

  await round()
  expect(await app.db.selectFrom('session').where('user_id', '=', away.id).selectAll().execute()).toEqual([])
  expect(app.logs.join('')).toContain('the list of erasures could not be written')
  expect(app.logs.join('')).not.toContain('autre chose')

  await writeFile(path.join(dataDir, erasureListName), '')
  await round()
  expect(await readErasures(dataDir)).toHaveLength(1)
})

/** Inserts an error older than thirty days into the journal. */
const oldError = () =>
  app.db
    .insertInto('recent_error')
    .values({
      code: 'llm.empty',
      status: 502,
      method: 'POST',
      route: '/api/essai',
      request_id: randomUUID(),
      occurred_at: new Date(app.now().getTime() - 31 * 24 * 3_600_000),
    })
    .execute()
const errors = () => app.db.selectFrom('recent_error').where('code', '=', 'llm.empty').selectAll().execute()

test('an error of more than thirty days goes, where too few come to push it out', async () => {
  await oldError()
  await housekeeping(app.context, app.database)()
  expect(await errors()).toEqual([])
})

test('a clock that was ahead and is set right holds no purge back', async () => {
  let ahead = 2 * 3_600_000
  const round = housekeeping({ ...app.context, now: () => new Date(app.now().getTime() + ahead) }, app.database)
  await round()
  ahead = 0
  await oldError()
  await round()
  expect(await errors()).toEqual([])
})

test('a purge that fails holds none of the others back', async () => {
  const away = await app.createUser()
  await app.db.updateTable('session').set({ expires_at: '2020-01-01T00:00:00.000Z' }).where('user_id', '=', away.id).execute()
  await sql`create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(app.db)
  await sql`create or replace trigger refusal before delete on session for each row execute function refuse()`.execute(app.db)
  await oldError()
  await housekeeping(app.context, app.database)()
  expect(await errors()).toEqual([])
  expect(app.logs.join('')).toContain('access that expired')
  await sql`drop trigger refusal on session`.execute(app.db)
})
