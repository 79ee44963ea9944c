import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { anotherApp, openTestApp } from '../../../testing/open-test-app.ts'
import { purgeExpiredAccess } from '../accounts.ts'
import { mailsSettled } from '../concurrency-limits.ts'

const password = 'Bruyère-74-Cascade'
const minute = 60_000

const app = openTestApp({ config: { registration: { mode: 'ouverte', domains: ['ville.fr'] } } })
beforeEach(async () => {
  await mailsSettled(app.context)
  app.mails.length = 0
})

const register = (username: string, fields: object = {}, on = app) =>
  on.call(routes.auth.register, { body: { username, email: `${username}@ville.fr`, password, ...fields } })
const confirm = (token: unknown, secret: unknown = password, on = app) =>
  on.call(routes.auth.confirmRegistration, { body: { token, password: secret } as never })
const resend = (email: string) => app.call(routes.auth.resendRegistration, { body: { email } })
const signIn = async (username: string) => (await app.call(routes.auth.login, { body: { username, password } })).status
const mailsTo = async (email: string) => {
  await mailsSettled(app.context)
  return app.mails.filter(({ to }) => to === email)
}
const linkFor = async (email: string) => /^http:\/\/parvis\.test\/register\/([\w-]+)$/m.exec((await mailsTo(email)).at(-1)!.text)![1]!

test('where domains are set an address is proved before the account opens: no account until then, and one by the link', async () => {
  const asked = await register('claire', { first_name: 'Claire' })
  expect([asked.status, asked.body]).toEqual([201, { message: expect.stringContaining('courriel') as string }])
  expect(await app.db.selectFrom('app_user').select('id').where('username_key', '=', 'claire').execute()).toEqual([])
  expect(await signIn('claire')).toBe(401)
  const token = await linkFor('claire@ville.fr')
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const kept = JSON.stringify(await app.db.selectFrom('registration').selectAll().execute())
  for (const secret of [token, password]) expect(kept + app.logs.join('') + asked.text).not.toContain(secret)
  const done = await confirm(token)
  expect([done.status, done.body.message]).toEqual([201, 'Inscription réussie! Veuillez vous connecter.'])
  expect(await signIn('claire')).toBe(200)
  expect((await confirm(token)).error.code).toBe('auth.registration_link')
  expect(await app.db.selectFrom('registration').select('id').where('email_key', '=', 'claire@ville.fr').execute()).toEqual([])
})

test('an address that is not in the domains, or made up, opens nothing', async () => {
  expect((await register('dehors', { email: 'dehors@pas-ville.fr' })).error.code).toBe('auth.email_domain')
  await register('inventee')
  await mailsSettled(app.context)
  expect(await app.db.selectFrom('app_user').select('id').where('email_key', 'like', '%inventee%').execute()).toEqual([])
})

test('AUT-06 an address that has an account is answered like another; its person alone is told', async () => {
  const known = await app.createUser({ username: 'connue', email: 'connue@ville.fr' })
  const one = await register('autre.nom', { email: known.email })
  const two = await register('autre.encore', { email: 'libre@ville.fr' })
  const own = await register(known.email, { email: known.email })
  expect([one.status, one.body]).toEqual([two.status, two.body])
  expect([own.status, own.body]).toEqual([two.status, two.body])
  const mails = await mailsTo(known.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Vous avez déjà un compte', 'Vous avez déjà un compte'])
  expect(mails[0]!.text).not.toContain('/register/')
  expect((await resend(known.email)).body).toEqual((await resend('personne@ville.fr')).body)
  expect(await signIn('autre.nom')).toBe(401)
})

test('a link that somebody else’s request brought opens nothing without the password of that request, and is not guessed', async () => {
  await register('pirate', { email: 'victime@ville.fr', password: 'Un-mot-2-pirate' })
  const token = await linkFor('victime@ville.fr')
  const wrong = await confirm(token)
  expect([wrong.status, wrong.error.code, Object.keys(wrong.error.fields!)]).toEqual([400, 'auth.registration_password', ['password']])
  for (let failure = 0; failure < 9; failure += 1) await confirm(token)
  expect((await confirm(token, 'Un-mot-2-pirate')).error.code).toBe('auth.locked')
})

test('links live an hour and serve once, whatever is tried; another may be asked for a day, and ends the one before', async () => {
  await register('lente')
  const late = await linkFor('lente@ville.fr')
  app.travel(61 * minute)
  for (const token of [late, null, '', undefined, 'x'.repeat(43), [], {}, `${late} `]) expect((await confirm(token)).error.code).toBe('auth.registration_link')
  await resend('lente@ville.fr')
  const first = await linkFor('lente@ville.fr')
  await resend('LENTE@ville.fr')
  const second = await linkFor('lente@ville.fr')
  expect((await confirm(first)).error.code).toBe('auth.registration_link')
  const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(second)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
  await register('oubliee')
  await mailsSettled(app.context)
  app.travel(25 * 60 * minute)
  await purgeExpiredAccess(app.db, app.now())
  app.mails.length = 0
  await resend('oubliee@ville.fr')
  expect(await mailsTo('oubliee@ville.fr')).toEqual([])
})

test('whoever asks writes nothing of their own to somebody else: no name in the letters, and names of one line', async () => {
  const typed = { first_name: 'Gagnez 500 € sur https://piege.example', last_name: 'Cliquez vite' }
  await register('www.piege.example', { email: 'cible@ville.fr', ...typed })
  await resend('cible@ville.fr')
  // Where addresses are not proved, a stranger has registered the address to which the mail goes.
  await app.createUser({ username: 'www.appat.example', email: 'appat@ville.fr', ...typed })
  await app.call(routes.auth.forgotPassword, { body: { email: 'appat@ville.fr' } })
  await register('encore', { email: 'appat@ville.fr' })
  const letters = [...(await mailsTo('cible@ville.fr')), ...(await mailsTo('appat@ville.fr'))]
  expect(letters.map(({ subject }) => subject)).toEqual([
    'Confirmez votre adresse',
    'Confirmez votre adresse',
    'Réinitialisation de votre mot de passe',
    'Vous avez déjà un compte',
  ])
  for (const { text } of letters) expect(text).toMatch(/^Bonjour,\n(?!.*(piege|appat|Gagnez|Cliquez))/s)
  const admin = await app.createUser({ is_admin: true })
  for (const first_name of ['Ana\nLisez ceci', 'Ana\r', 'Ana\tB', 'Ana\u2028B']) {
    const body = { username: 'lignes', email: 'lignes@ville.fr', password, first_name }
    const answers = [
      await app.call(routes.auth.register, { body }),
      await app.call(routes.users.create, { token: admin.token, body }),
      await app.call(routes.users.update, { token: admin.token, params: { id: admin.id }, body: { first_name } }),
      await app.call(routes.profile.update, { token: admin.token, body: { first_name } }),
    ]
    for (const { status, error } of answers) expect([status, error.fields]).toEqual([422, { first_name: 'Ce champ tient sur une seule ligne' }])
  }
})

test('a letter box cannot be flooded by requests and new links together', async () => {
  for (let demand = 0; demand < 4; demand += 1) await register(`flot${demand}`, { email: 'flot@ville.fr' })
  for (let demand = 0; demand < 4; demand += 1) await resend('flot@ville.fr')
  expect(await mailsTo('flot@ville.fr')).toHaveLength(5)
})

test('strangers who begin with the address of somebody else do not use up the mails of its owner; all together they do not flood it', async () => {
  const name = `proprietaire-${randomUUID().slice(0, 8)}`
  const email = `${name}@ville.fr`
  const begin = (ip: string) => app.call(routes.auth.register, { ip, body: { username: `autre-${name}`, email, password: 'Un-mot-2-pirate' } })
  for (let demand = 0; demand < 6; demand += 1) await begin('198.51.100.7')
  expect(await mailsTo(email)).toHaveLength(5)
  expect((await register(name)).status).toBe(201)
  expect((await confirm(await linkFor(email))).status).toBe(201)
  expect(await signIn(name)).toBe(200)
  for (let network = 0; network < 6; network += 1) for (let demand = 0; demand < 5; demand += 1) await begin(`203.0.113.${network}`)
  expect(await mailsTo(email)).toHaveLength(20)
})

test('a name taken in between is told; under validation the account still waits; a closed door stays closed', async () => {
  await register('dispute')
  const token = await linkFor('dispute@ville.fr')
  await app.createUser({ username: 'Dispute' })
  expect((await confirm(token)).error.code).toBe('auth.taken')
  expect((await register('dispute', { email: 'autre@ville.fr' })).error.code).toBe('auth.taken')
  await register('attend')
  const waiting = await linkFor('attend@ville.fr')
  const other = await anotherApp({ database: app.database, config: { registration: { mode: 'fermee', domains: ['ville.fr'] } } })
  const strict = await anotherApp({ database: app.database, config: { registration: { mode: 'validation', domains: ['ville.fr'] } } })
  // Since the mail, the organisation has changed to provider sign-in only.
  const signIn = { providers: [], local: 'administrateurs' as const, secondFactor: 'facultatif' as const }
  const elsewhere = await anotherApp({ database: app.database, config: { registration: { mode: 'ouverte', domains: ['ville.fr'] }, signIn } })
  elsewhere.travel(app.now().getTime() - elsewhere.now().getTime())
  strict.travel(app.now().getTime() - strict.now().getTime())
  other.travel(app.now().getTime() - other.now().getTime())
  for (const closed of [other, elsewhere]) expect((await confirm(waiting, password, closed)).error.code).toBe('auth.registration_closed')
  expect((await confirm(waiting, password, strict)).body.message).toMatch(/administrateur/)
  expect((await app.call(routes.auth.login, { body: { username: 'attend', password } })).error.code).toBe('auth.awaiting_validation')
})

test('a domain that is admitted no more when the link is followed is told in a sentence, and of no field: the page of the link has none for it', async () => {
  await register('ancien')
  const token = await linkFor('ancien@ville.fr')
  const other = await anotherApp({ database: app.database, config: { registration: { mode: 'ouverte', domains: ['agglo.fr'] } } })
  other.travel(app.now().getTime() - other.now().getTime())
  const { status, error } = await confirm(token, password, other)
  expect([status, error.code, error.fields]).toEqual([422, 'auth.email_domain', undefined])
})
