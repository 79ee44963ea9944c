import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { whileHashingIsFull } from '../concurrency-limits.fixture.ts'
import { mailsSettled } from '../concurrency-limits.ts'
import { signInThrough, linkOf, openOidcWorld, newPerson } from './oidc.fixture.ts'

const { oidc } = routes
const world = openOidcWorld()
const address = () => `${randomUUID().slice(0, 8)}@agglo.fr`

/** Creates a person, strangers who claim their address, and helpers to sign in and to prove. */
async function claimed() {
  const holder = await world.app.createUser({ email: address() })
  const claimant = () => newPerson({ email: holder.email, email_verified: false })
  const come = async (person = claimant()) => {
    const { status, body, error, back } = await signInThrough(world.app, world.agglo, person)
    if (status !== 200) return { refusal: `${status} ${error.code}`, prove: async () => '' }
    const { ticket } = linkOf(body)
    const prove = async (proof: string) => {
      const { status: proved, error: wrong } = await world.app.call(oidc.link, { body: { ticket, browser_secret: back.browser_secret, proof } })
      return proved === 200 ? 200 : wrong.code
    }
    return { refusal: null, prove }
  }
  const mails = async () => {
    await mailsSettled(world.app.context)
    return world.app.mails
      .filter(({ to }) => to === holder.email)
      .map(({ text }) => /\d{4} \d{4}/.exec(text)?.[0] ?? '')
      .filter((code) => code !== '')
  }
  return { holder, claimant, come, mails }
}

test('an identity has five offers, then one each twelve minutes, and ten wrong codes', async () => {
  const { claimant, come, mails } = await claimed()
  const person = claimant()
  const offers = []
  for (let offer = 0; offer < 5; offer += 1) offers.push(await come(person))
  expect(offers.map(({ refusal }) => refusal)).toEqual([null, null, null, null, null])
  expect((await come(person)).refusal).toBe('429 auth.too_many')
  const answers = []
  for (const { prove } of offers) for (let guess = 0; guess < 3; guess += 1) answers.push(await prove('1234'))
  expect(answers.filter((code) => code === 'auth.link_code')).toHaveLength(10)
  expect(answers.slice(10)).toEqual(Array.from({ length: 5 }, () => 'auth.too_many'))
  expect(await mails()).toHaveLength(1)
})

test('twelve identities that claim an address send one mail a quarter of an hour, and its owner still joins theirs', async () => {
  const { holder, claimant, come, mails } = await claimed()
  const strangers = Array.from({ length: 12 }, claimant)
  for (const stranger of strangers)
    for (let offer = 0; offer < 4; offer += 1) {
      const { refusal, prove } = await come(stranger)
      expect([refusal, await prove('00000000')]).toEqual([null, 'auth.link_code'])
    }
  const owner = claimant()
  const theirs = await come(owner)
  expect([theirs.refusal, (await mails()).length]).toEqual([null, 1])
  const pending = await come(strangers[0]!)
  expect(await theirs.prove((await mails())[0]!)).toBe(200)
  // The code is used up: the other offers that shared it have ended.
  expect(await pending.prove((await mails())[0]!)).toBe('auth.arrival_expired')
  expect(await world.app.db.selectFrom('identity').select('sub').where('user_id', '=', holder.id).execute()).toEqual([{ sub: owner.sub }])
})

test('a code is mailed again after a quarter of an hour, and at once where the mail did not leave', async () => {
  const { come, mails } = await claimed()
  const { send } = world.app.context.mailer
  world.app.context.mailer.send = () => Promise.reject(new Error('no server'))
  await come()
  await mailsSettled(world.app.context)
  world.app.context.mailer.send = send
  await come()
  expect(await mails()).toHaveLength(1)
  world.app.travel(14 * 60_000)
  await come()
  expect(await mails()).toHaveLength(1)
  world.app.travel(2 * 60_000)
  await come()
  expect(new Set(await mails()).size).toBe(2)
})

test('a mailed code that was guessed two hundred times, by whomever, opens nothing', async () => {
  const { holder, come, mails } = await claimed()
  const { prove } = await come()
  await come()
  const [, other] = await world.app.db.selectFrom('identity_link').select('ticket_hash').where('user_id', '=', holder.id).execute()
  await world.app.db.updateTable('identity_link').set({ attempts: 200 }).where('ticket_hash', '=', other!.ticket_hash).execute()
  expect(await prove((await mails())[0]!)).toBe('auth.arrival_expired')
  expect((await come()).refusal).toBe('429 auth.too_many')
})

test('a password that there was no room to check is no try of the offer; a wrong one is', async () => {
  const admin = await world.app.createUser({ is_admin: true, email: address() })
  const { body, back } = await signInThrough(world.app, world.agglo, newPerson({ email: admin.email }))
  const { ticket } = linkOf(body)
  const prove = async (proof: string) => {
    const { status, error } = await world.app.call(oidc.link, { body: { ticket, browser_secret: back.browser_secret, proof } })
    return status === 200 ? 200 : error.code
  }
  await whileHashingIsFull(world.app.context, async () => {
    for (let refusal = 0; refusal < 12; refusal += 1) expect(await prove(admin.password)).toBe('auth.too_many')
  })
  expect(await prove('faux')).toBe('auth.current_password')
  const tries = await world.app.db.selectFrom('identity_link').select('attempts').where('user_id', '=', admin.id).executeTakeFirst()
  expect([tries, await prove(admin.password)]).toEqual([{ attempts: 1 }, 200])
})
