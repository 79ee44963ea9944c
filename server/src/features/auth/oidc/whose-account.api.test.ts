import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testSecret } from '../../../testing/test-app.ts'
import { signInOptions, signInByKey, createPasskeyUser as holderOfKey, origin } from '../passkeys/passkeys.fixture.ts'
import { codeOf, stepAt } from '../second-factor/totp.ts'
import { unseal } from '../keys.ts'
import { signInThrough, linkOf, openOidcWorld, newPerson, withSettings, welcomed } from './oidc.fixture.ts'

const { auth, oidc } = routes
const world = openOidcWorld()
const soon = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds

/** Waits for the mail with a code and returns the code. */
async function codeMailedTo(email: string): Promise<string> {
  const letter = () => world.app.mails.find(({ to, subject }) => to === email && subject.includes('code'))
  await expect.poll(letter).toBeDefined()
  return /^(\d{4} \d{4})$/m.exec(letter()!.text)![1]!
}

test('an unchecked address takes over no account: a code mailed to it joins the two', async () => {
  const holder = await world.app.createUser({ email: `${randomUUID().slice(0, 8)}@agglo.fr` })
  const person = newPerson({ email: holder.email.toUpperCase(), email_verified: false })
  const { body, back } = await signInThrough(world.app, world.agglo, person)
  const link = linkOf(body)
  expect(link).toMatchObject({ proof: 'code', email: holder.email, provider: 'l’agglomération' })
  const { browser_secret } = back
  const code = await codeMailedTo(holder.email)
  const prove = (proof: string, secret: string = browser_secret) => world.app.call(oidc.link, { body: { ticket: link.ticket, browser_secret: secret, proof } })
  expect((await prove(code, 'un autre onglet')).error.code).toBe('auth.arrival_expired')
  expect((await prove('0000 0000')).error).toMatchObject({ code: 'auth.link_code', fields: { proof: expect.any(String) } })
  const joined = await prove(code)
  expect([joined.status, joined.body.user.id]).toEqual([200, holder.id])
  expect((await prove(code)).error.code).toBe('auth.arrival_expired')
  // The identity is linked. Only the address was proved, so that a password that somebody else may have chosen no longer works.
  expect(welcomed((await signInThrough(world.app, world.agglo, person)).body).user.id).toBe(holder.id)
  expect((await world.app.call(auth.login, { body: { username: holder.username, password: holder.password } })).error.code).toBe('auth.credentials')
  await expect
    .poll(() => world.app.mails.filter(({ to }) => to === holder.email).map(({ subject }) => subject))
    .toContain('Votre compte est relié à un fournisseur d’identité')
})

test('five wrong codes end the offer, and so do a quarter of an hour and a change of the address', async () => {
  for (const spoil of ['guesses', 'address', 'time'] as const) {
    const holder = await world.app.createUser({ email: `${randomUUID().slice(0, 8)}@agglo.fr` })
    const { body, back } = await signInThrough(world.app, world.agglo, newPerson({ email: holder.email, email_verified: false }))
    const link = linkOf(body)
    const prove = (proof: string) => world.app.call(oidc.link, { body: { ticket: link.ticket, browser_secret: back.browser_secret, proof } })
    const code = await codeMailedTo(holder.email)
    if (spoil === 'guesses') for (let guess = 0; guess < 5; guess += 1) expect((await prove('12345')).error.code).toBe('auth.link_code')
    else if (spoil === 'address') {
      const admin = await world.app.createUser({ is_admin: true })
      const email = `${randomUUID().slice(0, 8)}@agglo.fr`
      expect((await world.app.call(routes.users.update, { token: admin.token, params: { id: holder.id }, body: { email } })).status).toBe(200)
    } else world.app.travel(16 * 60_000)
    expect((await prove(code)).error.code).toBe('auth.arrival_expired')
  }
  world.app.travel(-16 * 60_000)
})

test('the address of an administrator asks for the password of the account, even from a provider that checked it', async () => {
  const admin = await world.app.createUser({ is_admin: true, email: `${randomUUID().slice(0, 8)}@agglo.fr` })
  const person = newPerson({ email: admin.email })
  const { body, back } = await signInThrough(world.app, world.agglo, person)
  const link = linkOf(body)
  expect(link.proof).toBe('password')
  const prove = (proof: string) => world.app.call(oidc.link, { body: { ticket: link.ticket, browser_secret: back.browser_secret, proof } })
  expect((await prove('faux')).error).toMatchObject({ code: 'auth.current_password', fields: { proof: expect.any(String) } })
  expect((await prove(admin.password)).body.user.id).toBe(admin.id)
})

test('a checked address joins an ordinary account at once, and says so by mail', async () => {
  const holder = await world.app.createUser({ email: `${randomUUID().slice(0, 8)}@agglo.fr` })
  expect(welcomed((await signInThrough(world.app, world.agglo, newPerson({ email: holder.email }))).body).user.id).toBe(holder.id)
  await expect
    .poll(() => world.app.mails.filter(({ to }) => to === holder.email))
    .toMatchObject([{ subject: 'Votre compte est relié à un fournisseur d’identité', text: expect.stringContaining('il ne sert plus') }])
  const other = await withSettings(world, { trusted_email: 'never' })
  const another = await world.app.createUser({ email: `${randomUUID().slice(0, 8)}@agglo.fr` })
  expect(linkOf((await signInThrough(other, world.agglo, newPerson({ email: another.email }))).body).proof).toBe('code')
})

test('ProConnect calls a person otherwise once their authority has another provider: it is the same account, never a second one', async () => {
  const person = newPerson({ idp_id: 'ancien' })
  const { body: first } = await signInThrough(world.app, world.proconnect, person)
  const moved = newPerson({ email: String(person['email']).toUpperCase(), idp_id: 'nouveau' })
  expect(welcomed((await signInThrough(world.app, world.proconnect, moved)).body).user.id).toBe(welcomed(first).user.id)
  const held = await world.app.db.selectFrom('identity').where('user_id', '=', welcomed(first).user.id).select('idp_id').orderBy('created_at').execute()
  expect(held.map(({ idp_id }) => idp_id)).toEqual(['ancien', 'nouveau'])
  // Where the provider's word is not enough, a mailed code links the two.
  const settings = { ...world.proconnect.settings, trusted_email: 'never' as const }
  const other = await withSettings(world, settings)
  const again = newPerson({ email: String(person['email']), idp_id: 'autre' })
  expect(linkOf((await signInThrough(other, world.proconnect, again)).body).proof).toBe('code')
})

test('a disabled account stays so', async () => {
  const person = newPerson()
  const { body } = await signInThrough(world.app, world.agglo, person)
  await world.app.db.updateTable('app_user').set({ is_active: false }).where('id', '=', welcomed(body).user.id).execute()
  expect((await signInThrough(world.app, world.agglo, person)).error.code).toBe('auth.inactive')
})

test('who has no address, another SIRET or another domain is told so', async () => {
  expect((await signInThrough(world.app, world.agglo, newPerson({ email: undefined }))).error.code).toBe('auth.arrival_no_email')
  expect((await signInThrough(world.app, world.agglo, newPerson({ email: 'pas une adresse' }))).error.code).toBe('auth.arrival_no_email')
  const ofSiret = await withSettings(world, { allowed_siret: ['21440109300015'] })
  for (const siret of [undefined, '21440109300016', '', ['21440109300016'], { siret: '21440109300015' }])
    expect((await signInThrough(ofSiret, world.agglo, newPerson({ siret }))).error.code, String(siret)).toBe('auth.arrival_not_admitted')
  expect((await signInThrough(ofSiret, world.agglo, newPerson({ siret: '214 401 093 00015' }))).status).toBe(200)
  const ofDomain = await withSettings(world, { allowed_domains: ['agglo.fr'] })
  for (const person of [{ email: 'a@ailleurs.fr' }, { email: 'a@agglo.fr.ailleurs.fr' }, { email_verified: false }])
    expect((await signInThrough(ofDomain, world.agglo, newPerson(person))).error.code).toBe('auth.arrival_not_admitted')
  expect((await signInThrough(ofDomain, world.agglo, newPerson())).status).toBe(200)
})

test('accounts are made as the registration is set', async () => {
  const closed = await withSettings(world, {}, { registration: { mode: 'fermee', domains: [] } })
  expect((await signInThrough(closed, world.agglo, newPerson())).error.code).toBe('auth.arrival_no_account')
  const other = await withSettings(world, {}, { registration: { mode: 'validation', domains: [] } })
  const person = newPerson()
  expect((await signInThrough(other, world.agglo, person)).error.code).toBe('auth.arrival_awaits')
  expect((await signInThrough(other, world.agglo, person)).error.code).toBe('auth.awaiting_validation')
  await world.app.db.updateTable('app_user').set({ is_active: true, awaiting_validation: false }).where('email', '=', String(person['email'])).execute()
  expect((await signInThrough(other, world.agglo, person)).status).toBe(200)
})

test('ten first sign-ins of one person at once make one account', async () => {
  const person = newPerson()
  const answers = await Promise.all(Array.from({ length: 10 }, () => signInThrough(world.app, world.agglo, person)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(new Set(answers.map(({ body }) => welcomed(body).user.id)).size).toBe(1)
})

test('a provider that decides who administers gives it, takes back what it gave, and changes nothing when it is silent', async () => {
  const other = await withSettings(world, { admin: { claim: ['realm_access', 'roles'], value: 'parvis-admin' } })
  const person = newPerson()
  const come = async (roles: unknown) =>
    welcomed((await signInThrough(other, world.agglo, { ...person, ...(roles !== undefined && { realm_access: { roles } }) })).body).user.is_admin
  expect(await come(['parvis-admin'])).toBe(true)
  expect(await come(undefined)).toBe(true)
  expect(await come(7)).toBe(true)
  // For the last administrator, the rights stay and the sign-in succeeds.
  await world.app.db.updateTable('app_user').set({ is_admin: false }).where('email', '<>', String(person['email'])).execute()
  expect(await come([])).toBe(true)
  await world.app.createUser({ is_admin: true })
  expect(await come([])).toBe(false)
  expect(await come(Array.from({ length: 5_000 }, (_, rank) => `groupe-${rank}`))).toBe(false)
  expect(await come('parvis-admin')).toBe(true)
  // Keycloak's default configuration puts roles only in the access token.
  world.agglo.lies = { access_token: await world.agglo.sign({ iss: world.agglo.settings.issuer, exp: soon(60), realm_access: { roles: ['autre'] } }) }
  expect(await come(undefined)).toBe(false)
  world.agglo.lies = {
    access_token: await world.agglo.sign({ iss: world.agglo.settings.issuer, exp: soon(60), realm_access: { roles: ['parvis-admin'] } }, { stranger: true }),
  }
  expect(await come(undefined)).toBe(false)
  world.agglo.lies = {}
  // Granted by hand: the provider does not revoke it.
  const { id } = await world.app.db
    .updateTable('app_user')
    .set({ is_admin: true })
    .where('email', '=', String(person['email']))
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await come([])).toBe(true)
  await world.app.db.updateTable('app_user').set({ is_admin: false }).where('id', '=', id).execute()
})

test('the right to administer that a hand gives again is no more the provider’s to take back', async () => {
  const other = await withSettings(world, { admin: { claim: ['roles'], value: 'parvis-admin' } })
  const admin = await world.app.createUser({ is_admin: true })
  const person = newPerson()
  const come = async (roles: string[]) => welcomed((await signInThrough(other, world.agglo, { ...person, roles })).body).user
  const { id } = await come(['parvis-admin'])
  const decide = (is_admin: boolean) => world.app.call(routes.users.update, { token: admin.token, params: { id }, body: { is_admin } })
  // Setting the same value again is not a decision.
  await decide(true)
  expect((await come([])).is_admin).toBe(false)
  await come(['parvis-admin'])
  for (const is_admin of [false, true]) expect((await decide(is_admin)).body.is_admin).toBe(is_admin)
  expect((await come([])).is_admin).toBe(true)
})

test('who was invited, or given a password, comes from a provider and has none to change', async () => {
  const holder = await world.app.createUser({ email: `${randomUUID().slice(0, 8)}@agglo.fr`, must_change_password: true, invited_at: new Date() })
  const { body } = await signInThrough(world.app, world.agglo, newPerson({ email: holder.email }))
  expect(welcomed(body).user).toMatchObject({ id: holder.id, must_change_password: false })
  expect((await world.app.call(routes.projects.list, { token: welcomed(body).access_token })).status).toBe(200)
  const row = await world.app.db.selectFrom('app_user').select(['invited_at', 'must_change_password']).where('id', '=', holder.id).executeTakeFirstOrThrow()
  expect(row).toEqual({ invited_at: null, must_change_password: false })
})

test('the domains of the registration are for new accounts; a weak password does not keep a provider from its word', async () => {
  const admin = { claim: ['roles'], value: 'parvis-admin' }
  const other = await withSettings(world, { admin }, { registration: { mode: 'ouverte', domains: ['ville.fr'] } })
  expect((await signInThrough(other, world.agglo, newPerson())).error.code).toBe('auth.arrival_not_admitted')
  const holder = await world.app.createUser({ email: `${randomUUID().slice(0, 8)}@agglo.fr`, password_weakness: 'short' })
  const { body } = await signInThrough(other, world.agglo, newPerson({ email: holder.email, roles: ['parvis-admin'] }))
  expect(welcomed(body).user).toMatchObject({ id: holder.id, is_admin: true })
})

test('the trail tells who came, who was refused, and nothing of what only waits for a proof', async () => {
  const acts = async () => (await world.app.db.selectFrom('audit_event').select(['act', 'outcome']).where('act', 'like', 'login.%').execute()).length
  const before = await acts()
  const holder = await world.app.createUser({ email: `${randomUUID().slice(0, 8)}@agglo.fr` })
  await signInThrough(world.app, world.agglo, newPerson({ email: holder.email, email_verified: false }))
  expect(await acts()).toBe(before)
  await signInThrough(world.app, world.agglo, newPerson({ email: undefined }))
  await signInThrough(world.app, world.agglo, newPerson())
  expect(await acts()).toBe(before + 2)
})

test('a new way in is no way around the second factor of the account', async () => {
  const holder = await world.app.createUser({ email: `${randomUUID().slice(0, 8)}@agglo.fr` })
  const { body: key } = await world.app.call(routes.secondFactor.begin, { token: holder.token, body: { password: holder.password } })
  expect(key.secret).toHaveLength(32)
  const row = await world.app.db.selectFrom('second_factor').select('secret').where('user_id', '=', holder.id).executeTakeFirstOrThrow()
  const bytes = Buffer.from(unseal(testSecret, row.secret)!, 'base64url')
  const shown = (steps: number) => codeOf(bytes, stepAt(world.app.now()) + steps)
  await world.app.call(routes.secondFactor.confirm, { token: holder.token, body: { code: shown(-1) } })
  const { body, back } = await signInThrough(world.app, world.agglo, newPerson({ email: holder.email, email_verified: false }))
  const proof = await codeMailedTo(holder.email)
  const prove = (code?: string) =>
    world.app.call(oidc.link, { body: { ticket: linkOf(body).ticket, browser_secret: back.browser_secret, proof, ...(code && { code }) } })
  expect((await prove()).error.code).toBe('auth.second_factor_required')
  expect((await prove('000000')).error.fields).toHaveProperty('code')
  expect((await prove(shown(0))).body.user.id).toBe(holder.id)
})

test('who registered the address of somebody else does not wait for them in the account', async () => {
  const email = `${randomUUID().slice(0, 8)}@agglo.fr`
  const stranger = await world.app.createUser({ email })
  const { body } = await signInThrough(world.app, world.agglo, newPerson({ email }))
  expect(welcomed(body).user).toMatchObject({ id: stranger.id, has_password: false })
  expect((await world.app.call(auth.me, { token: stranger.token })).status).toBe(401)
  expect((await world.app.call(auth.refresh, { token: stranger.refresh })).status).toBe(401)
  expect((await world.app.call(auth.login, { body: { username: email, password: stranger.password } })).error.code).toBe('auth.credentials')
  expect((await world.app.call(auth.me, { token: welcomed(body).access_token })).status).toBe(200)
})

test('nor by a key that they made: it goes with the password', async () => {
  const app = await withSettings(world, {}, { publicUrl: origin })
  const email = `${randomUUID().slice(0, 8)}@agglo.fr`
  const stranger = await holderOfKey(app, { email })
  expect((await signInByKey(app, stranger.key)).status).toBe(200)
  const { body } = await signInThrough(app, world.agglo, newPerson({ email }))
  expect(welcomed(body).user).toMatchObject({ id: stranger.id, has_password: false, second_factor_at: null })
  expect((await signInByKey(app, stranger.key)).error.code).toBe('auth.passkey_refused')
  expect(await app.db.selectFrom('passkey').selectAll().where('user_id', '=', stranger.id).execute()).toEqual([])
})

test('a key is asked for as a code is before an identity is joined, and what asks for it opens nothing else', async () => {
  const app = await withSettings(world, {}, { publicUrl: origin })
  const owner = await holderOfKey(app, { is_admin: true, email: `${randomUUID().slice(0, 8)}@agglo.fr` })
  const person = newPerson({ email: owner.email })
  const { body, back } = await signInThrough(app, world.agglo, person)
  const given = { ticket: linkOf(body).ticket, browser_secret: back.browser_secret, proof: owner.password }
  const { error } = await app.call(oidc.link, { body: given })
  expect([error.code, error.factors]).toEqual(['auth.second_factor_required', ['passkey']])
  const challenge = error.challenge!
  const passkey = owner.key.assertion(await signInOptions(app, challenge))
  expect((await app.call(routes.secondFactor.signIn, { body: { challenge, passkey } })).error.code).toBe('auth.second_factor_expired')
  expect((await app.call(oidc.link, { body: { ...given, passkey } })).body.user.id).toBe(owner.id)
  // A provider sign-in never requires a second factor.
  expect(welcomed((await signInThrough(app, world.agglo, person)).body).user.id).toBe(owner.id)
  expect((await signInByKey(app, owner.key)).status).toBe(200)
})

test('who gave the password, or the code of the account, keeps it', async () => {
  const admin = await world.app.createUser({ is_admin: true, email: `${randomUUID().slice(0, 8)}@agglo.fr` })
  const { body, back } = await signInThrough(world.app, world.agglo, newPerson({ email: admin.email }))
  const proof = { ticket: linkOf(body).ticket, browser_secret: back.browser_secret, proof: admin.password }
  expect((await world.app.call(oidc.link, { body: proof })).body.user.has_password).toBe(true)
  expect((await world.app.call(auth.login, { body: { username: admin.username, password: admin.password } })).status).toBe(200)
})
