import { routes } from '@parvis/contract'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
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
