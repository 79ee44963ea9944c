import { routes } from '@parvis/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mail } from '../../../platform/mail/port.ts'
import { readProvider } from '../../../testing/identity-providers/faulty-provider.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { fingerprint } from '../keys.ts'
import { offerLink } from '../oidc/link-identity.ts'
import { mailsSettled } from '../concurrency-limits.ts'

const agglo = readProvider({ id: 'agglo', label: 'l’agglomération', issuer: 'https://identite.agglo.fr', client_id: 'parvis', client_secret: 'secret' })

let app: TestApp
let sent: Mail[]
/** Subjects of mails that are blocked; the first of them blocks its queue. */
let held: Set<string>
/** Unblocks them. */
let release: () => void
beforeEach(async () => {
  sent = []
  held = new Set(['Réinitialisation de votre mot de passe'])
  const released = new Promise<void>((resolve) => void (release = resolve))
  const send = async (mail: Mail) => {
    if (held.has(mail.subject)) await released
    sent.push(mail)
  }
  app = await createTestApp({
    mailer: { kind: 'smtp', send, close: async () => {} },
    config: { registration: { mode: 'ouverte', domains: ['ville.fr'] }, signIn: { providers: [agglo], local: 'ouverte', secondFactor: 'facultatif' } },
  })
  const { email } = await app.createUser()
  const forgot = (to: string, rank: number) => app.call(routes.auth.forgotPassword, { body: { email: to }, ip: `203.0.113.${rank}` })
  await forgot(email, 0)
  await Promise.all(Array.from({ length: 120 }, (_, rank) => forgot(`inconnue-${rank}@exemple.fr`, rank)))
})
afterEach(() => app.close())

const refused = () => app.logs.filter((line) => line.includes('password reset mail not sent'))
const subjectsTo = (address: string) => sent.filter(({ to }) => to === address).map(({ subject }) => subject)

test('what strangers ask for takes the place of nothing that an account is due', async () => {
  expect(refused()).toHaveLength(20)
  const admin = await app.createUser({ is_admin: true })
  const user = await app.createUser()
  const given = { token: admin.token, params: { id: user.id }, body: { password: 'Falaise-Ocre-5512' } }
  expect((await app.call(routes.users.resetPassword, given)).status).toBe(200)
  const invited = { username: 'invitee', email: 'invitee@exemple.fr', invite: true }
  expect((await app.call(routes.users.create, { token: admin.token, body: invited })).status).toBe(201)
  await expect.poll(() => subjectsTo(user.email)).toEqual(['Votre mot de passe a changé'])
  await expect.poll(() => subjectsTo(invited.email)).toEqual(['Votre compte Parvis'])
  release()
  await mailsSettled(app.context)
})

test('a registration whose mail finds no place is kept: its person asks for the link again', async () => {
  expect(refused()).toHaveLength(20)
  const body = { username: 'patiente', email: 'patiente@ville.fr', password: 'Bruyère-74-Cascade' }
  expect((await app.call(routes.auth.register, { body })).status).toBe(201)
  release()
  await mailsSettled(app.context)
  expect(subjectsTo(body.email)).toEqual([])
  await app.call(routes.auth.resendRegistration, { body: { email: body.email } })
  await mailsSettled(app.context)
  expect(subjectsTo(body.email)).toEqual(['Confirmez votre adresse'])
})

test('the code that links an identity waits behind no invitation', async () => {
  const admin = await app.createUser({ is_admin: true })
  const user = await app.createUser()
  const invited = { username: 'invitee', email: 'invitee@exemple.fr', invite: true }
  held.add('Votre compte Parvis')
  expect((await app.call(routes.users.create, { token: admin.token, body: invited })).status).toBe(201)
  const said = { siret: null, idp_id: null, session: null, groups: null, is_admin: null, id_token: '' }
  const arrival = { provider: 'agglo', issuer: agglo.issuer, sub: 'ines', email: user.email, owns_email: false, first_name: '', last_name: '', ...said }
  const offered = { user_id: user.id, proof: 'code' as const, email: user.email, browser_secret_hash: fingerprint('onglet'), return_path: '/' }
  await offerLink(app.context, arrival, offered)
  await expect.poll(() => subjectsTo(user.email)).toEqual(['Votre code pour relier votre compte'])
  expect(subjectsTo(invited.email)).toEqual([])
  release()
  await mailsSettled(app.context)
  expect(subjectsTo(invited.email)).toEqual(['Votre compte Parvis'])
})
