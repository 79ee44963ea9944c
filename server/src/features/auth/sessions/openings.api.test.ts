import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/open-test-app.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { replacePassword } from '../accounts.ts'
import { createPasskeyUser, origin } from '../passkeys/passkeys.fixture.ts'
import { lockAccountRow } from '../second-factor/factors.ts'
import { clearSecondFactor } from '../second-factor/set-up.ts'
import { endSessionsOf, openSession, type SessionProof } from './sessions.ts'

// A session opened while its proof is being removed. Only PostgreSQL runs the two at the same time.

const app = openTestApp({ config: { publicUrl: origin } })

const liveSessionsOf = (user_id: string) => app.db.selectFrom('session').where('user_id', '=', user_id).where('revoked_at', 'is', null).select('id').execute()

const hashOf = async (id: string) => (await app.db.selectFrom('app_user').where('id', '=', id).select('password_hash').executeTakeFirstOrThrow()).password_hash!

/** Starts `late` while the transaction of `early` has run but is not committed. */
async function meanwhile(early: (trx: Db) => Promise<unknown>, late: () => Promise<unknown>): Promise<void> {
  let second: Promise<unknown> | undefined
  await app.db.transaction().execute(async (trx) => {
    await early(trx)
    second = late()
    await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 300))])
  })
  await second
}

const changePassword = (user_id: string) => (trx: Db) =>
  replacePassword(trx, { user_id, password_hash: 'une autre empreinte', weakness: null, author: 'self' }, app.now())

test('no session of the former password is left by a change of password, whichever comes first', async () => {
  for (const isChangeFirst of [true, false]) {
    const { id } = await app.createUser()
    const by: SessionProof = { password_hash: await hashOf(id), is_alone: true }
    const change = changePassword(id)
    const open = (db: Db) => openSession({ ...app.context, db }, id, by)
    if (isChangeFirst) await meanwhile(change, () => open(app.db))
    else await meanwhile(open, () => app.db.transaction().execute(change))
    expect([isChangeFirst, await liveSessionsOf(id)]).toEqual([isChangeFirst, []])
  }
})

test('nor one that gave no second factor by the first one that is set', async () => {
  const { id } = await app.createUser()
  await app.db.deleteFrom('session').where('user_id', '=', id).execute()
  const by: SessionProof = { password_hash: await hashOf(id), is_alone: true }
  const set = (trx: Db) => trx.updateTable('app_user').set({ second_factor_at: app.now() }).where('id', '=', id).execute()
  await meanwhile(set, () => openSession(app.context, id, by))
  expect(await liveSessionsOf(id)).toEqual([])
})

test('nor of a passkey that is taken away, nor of an account that is disabled', async () => {
  const owner = await createPasskeyUser(app)
  const removal = async (trx: Db) => {
    await lockAccountRow(trx, owner.id)
    await clearSecondFactor(trx, owner.id, 'administrator', app.now())
    await endSessionsOf(trx, owner.id, app.now())
  }
  await meanwhile(removal, () => openSession(app.context, owner.id, { passkey_id: owner.key_id }))
  expect(await liveSessionsOf(owner.id)).toEqual([])
  const { id } = await app.createUser()
  await app.db.deleteFrom('session').where('user_id', '=', id).execute()
  const by: SessionProof = { password_hash: await hashOf(id), is_alone: true }
  const disable = (trx: Db) => trx.updateTable('app_user').set({ is_active: false }).where('id', '=', id).execute()
  await meanwhile(disable, () => openSession(app.context, id, by))
  expect(await liveSessionsOf(id)).toEqual([])
})
