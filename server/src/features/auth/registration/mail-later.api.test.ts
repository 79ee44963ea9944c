import { routes } from '@parvis/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mail } from '../../../platform/mail/port.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { mailsSettled } from './mail-later.ts'

let app: TestApp
let sent: Mail[]
/** Lets the mails leave that strangers asked for: until then the first of them keeps its queue waiting. */
let release: () => void
beforeEach(async () => {
  sent = []
  const released = new Promise<void>((resolve) => void (release = resolve))
  const send = async (mail: Mail) => {
    if (mail.subject === 'Réinitialisation de votre mot de passe') await released
    sent.push(mail)
  }
  app = await createTestApp({ mailer: { kind: 'smtp', send, close: async () => {} }, config: { registration: { mode: 'ouverte', domains: ['ville.fr'] } } })
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
