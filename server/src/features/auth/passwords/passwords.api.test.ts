import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anotherApp, openTestApp } from '../../../testing/open-test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { mailsSettled } from '../concurrency-limits.ts'

const app = openTestApp()

const chosen = 'Falaise-Ocre-5512'
const forgotSentence = 'Si votre email est enregistré, vous recevrez un lien pour réinitialiser votre mot de passe.'
const forgot = (email: unknown) => app.call(routes.auth.forgotPassword, { body: { email } as never })
const reset = (token: unknown, password: unknown = chosen) => app.call(routes.auth.resetPassword, { body: { token, password } as never })
const status = async (user: TestUser, password: string) => (await app.call(routes.auth.login, { body: { username: user.username, password } })).status

async function linkFor(user: TestUser): Promise<string> {
  await forgot(user.email)
  await mailsSettled(app.context)
  const mail = app.mails.filter(({ to }) => to === user.email).at(-1)
  return /^http:\/\/parvis\.test\/reset-password\/([\w-]+)$/m.exec(mail!.text)![1]!
}

test('a mailed link changes the password once, ends every session and unlocks the account', async () => {
  const user = await app.createUser()
  for (let attempt = 0; attempt < 11; attempt += 1) await status(user, 'mauvais')
  expect(await status(user, user.password)).toBe(429)
  const token = await linkFor(user)
  const done = await reset(token)
  expect([done.status, done.body.message]).toEqual([200, 'Votre mot de passe a été réinitialisé avec succès'])
  expect(await status(user, chosen)).toBe(200)
  expect(await status(user, user.password)).toBe(401)
  expect((await app.call(routes.auth.me, { token: user.token })).status).toBe(401)
  expect((await app.call(routes.auth.refresh, { token: user.refresh })).status).toBe(401)
  expect((await reset(token)).error.code).toBe('auth.reset_invalid')
})

test('A9 a link mailed to an address serves no more once the account has another', async () => {
  const [admin, user] = [await app.createUser({ is_admin: true }), await app.createUser()]
  const change = (email: string) => app.call(routes.users.update, { token: admin.token, params: { id: user.id }, body: { email } })
  const kept = await linkFor(user)
  expect((await change(user.email.toUpperCase())).status).toBe(200)
  expect((await reset(kept, user.password)).status).toBe(200)
  const token = await linkFor(user)
  expect((await change(`nouvelle-${user.email}`)).status).toBe(200)
  expect((await reset(token)).error.code).toBe('auth.reset_invalid')
  expect(await status(user, user.password)).toBe(200)
})

test('AUT-07 a token that is null, empty, missing, wrong, reused, expired or of another kind is a 400 and changes nothing', async () => {
  const user = await app.createUser()
  const used = await linkFor(user)
  await reset(used, user.password)
  const expired = await linkFor(user)
  app.travel(61 * 60_000)
  const { token_hash } = await app.db.selectFrom('password_reset').select('token_hash').where('user_id', '=', user.id).executeTakeFirstOrThrow()
  const odd = [null, '', ' ', undefined, 'null', 'undefined', 'x'.repeat(43), '%', 0, true, [], {}, { $ne: '' }]
  for (const token of [...odd, used, expired, token_hash, user.refresh, `${expired} `, [expired]]) {
    const { status: code, error } = await reset(token)
    expect([token, code, error.code]).toEqual([token, 400, 'auth.reset_invalid'])
  }
  expect(await status(user, user.password)).toBe(200)
})

test('AUT-07 the link of one person only opens their own account, and parallel uses change it once', async () => {
  const one = await app.createUser()
  const other = await app.createUser()
  const token = await linkFor(one)
  const answers = await Promise.all(['Falaise-Ocre-1', 'Falaise-Ocre-2', 'Falaise-Ocre-3'].map((password) => reset(token, password)))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400])
  expect(await status(other, other.password)).toBe(200)
})

test('AUT-08 the token is nowhere but in the mail, drawn on 256 bits, and a refused password does not use it up', async () => {
  const user = await app.createUser()
  const answer = await forgot(user.email)
  await mailsSettled(app.context)
  const token = /reset-password\/([\w-]+)/.exec(app.mails.at(-1)!.text)![1]!
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(answer.text).not.toContain(token)
  expect((await reset(token, 'abcde')).error.error).toBe('Le mot de passe doit contenir au moins 6 caractères')
  expect((await reset(token, chosen)).status).toBe(200)
  expect(app.logs.join('')).not.toContain(token)
  expect(JSON.stringify(await app.db.selectFrom('password_reset').selectAll().execute())).not.toContain(token)
})

test('AUT-06 a known, an unknown and a disabled account receive the same answer; only the first one a mail', async () => {
  const user = await app.createUser()
  const disabled = await app.createUser({ is_active: false })
  const before = app.mails.length
  for (const email of [user.email, disabled.email, 'personne@exemple.fr']) {
    const answer = await forgot(email)
    expect([answer.status, answer.body]).toEqual([200, { message: forgotSentence }])
  }
  await mailsSettled(app.context)
  expect(app.mails.slice(before).map(({ to }) => to)).toEqual([user.email])
  expect((await forgot('pas une adresse')).status).toBe(422)
})

test('a letter box cannot be flooded', async () => {
  const user = await app.createUser()
  for (let demand = 0; demand < 12; demand += 1) expect((await forgot(user.email)).status).toBe(200)
  await mailsSettled(app.context)
  expect(app.mails.filter(({ to }) => to === user.email)).toHaveLength(5)
})

test('a mail that does not leave is said in the log, not to the person', async () => {
  const refusal = Object.assign(new Error('for claire@exemple.fr'), { code: 'ECONNREFUSED' })
  const failing = await anotherApp({ database: app.database, mailer: { kind: 'smtp', send: () => Promise.reject(refusal), close: async () => {} } })
  // The other application's clock is ahead: its counters would lie in the future here.
  await app.db.deleteFrom('throttle').execute()
  const user = await failing.createUser()
  expect((await failing.call(routes.auth.forgotPassword, { body: { email: user.email } })).status).toBe(200)
  await mailsSettled(failing.context)
  const line = failing.logs.find((text) => text.includes('not sent'))
  expect(line).toContain('ECONNREFUSED')
  expect(line).not.toContain('claire')
})

const change = (user: TestUser, current_password: unknown, new_password: unknown) =>
  app.call(routes.auth.changePassword, { token: user.token, body: { current_password, new_password } as never })

test('AUT-17 a password changes with the current one only; the other sessions end, this one goes on', async () => {
  const user = await app.createUser()
  const { body: elsewhere } = await app.call(routes.auth.login, { body: { username: user.username, password: user.password } })
  expect((await app.call(routes.auth.changePassword, { body: { current_password: user.password, new_password: chosen } })).status).toBe(401)
  const wrong = await change(user, 'mauvais', chosen)
  expect([wrong.status, wrong.error.code]).toEqual([400, 'auth.current_password'])
  expect((await change(user, undefined, chosen)).status).toBe(422)
  expect((await change(user, user.password, 'abcde')).error.error).toBe('Le nouveau mot de passe doit contenir au moins 6 caractères')
  const done = await change(user, user.password, chosen)
  expect([done.status, done.body]).toEqual([200, { message: 'Mot de passe modifié avec succès' }])
  expect((await app.call(routes.auth.me, { token: user.token })).status).toBe(200)
  expect((await app.call(routes.auth.refresh, { token: user.refresh })).status).toBe(200)
  expect((await app.call(routes.auth.me, { token: elsewhere.access_token })).status).toBe(401)
  expect(await status(user, chosen)).toBe(200)
})

test('AUT-17 the current password cannot be guessed through an open session', async () => {
  const user = await app.createUser()
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await change(user, 'mauvais', chosen)).status).toBe(400)
  expect((await change(user, user.password, chosen)).status).toBe(429)
  expect(await status(user, user.password)).toBe(200)
})

test('a password given by somebody else must be replaced by another one; a weak choice is said', async () => {
  const user = await app.createUser()
  await app.db.updateTable('app_user').set({ must_change_password: true }).where('id', '=', user.id).execute()
  expect((await change(user, user.password, user.password)).error.code).toBe('auth.password_weak')
  const { body } = await change(user, user.password, 'secret1')
  expect(body.warning).toMatch(/devine/)
  expect((await app.call(routes.auth.me, { token: user.token })).body).toMatchObject({ must_change_password: false, password_weak: true })
})

test('a change of what opens the account fails where its row of the audit trail cannot be written', async () => {
  await sql`create function refuse_audit() returns trigger language plpgsql as $$ begin raise exception 'late' using errcode = '57014'; end $$`.execute(app.db)
  await sql`create trigger refuse_audit before insert on audit_event for each row when (new.outcome = 'done') execute function refuse_audit()`.execute(app.db)
  try {
    const user = await app.createUser()
    const account = () => app.db.selectFrom('app_user').select(['password_hash', 'second_factor_at']).where('id', '=', user.id).executeTakeFirstOrThrow()
    const before = await account()
    const changed = await app.call(routes.auth.changePassword, {
      token: user.token,
      body: { current_password: user.password, new_password: 'Falaise-Ocre-5512' },
    })
    expect([changed.status, await account()]).toEqual([503, before])
    await app.db.updateTable('session').set({ revoked_at: null }).where('user_id', '=', user.id).execute()
    const { body } = await app.call(routes.profile.security, { token: user.token })
    expect((await app.call(routes.profile.closeSession, { token: user.token, params: { id: body.sessions[0]!.id } })).status).toBe(503)
    expect((await app.call(routes.auth.me, { token: user.token })).status).toBe(200)
    await app.call(routes.auth.forgotPassword, { body: { email: user.email } })
    await mailsSettled(app.context)
    const token = /reset-password\/([\w-]+)/.exec(app.mails.at(-1)!.text)![1]!
    const reset = () => app.call(routes.auth.resetPassword, { body: { token, password: 'Falaise-Ocre-5512' } })
    expect([(await reset()).status, await account()]).toEqual([503, before])
    await sql`drop trigger refuse_audit on audit_event`.execute(app.db)
    // The link is still unused.
    expect((await reset()).status).toBe(200)
    const last = await app.db.selectFrom('audit_event').select(['act', 'outcome']).orderBy('seq', 'desc').limit(1).execute()
    expect(last).toEqual([{ act: 'password.reset', outcome: 'done' }])
  } finally {
    await sql`drop trigger if exists refuse_audit on audit_event`.execute(app.db)
    await sql`drop function refuse_audit`.execute(app.db)
  }
})
