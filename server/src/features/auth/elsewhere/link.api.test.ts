import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { whileHashingIsFull } from '../gates.fixture.ts'
import { comeBack, linkOf, openElsewhere, someone } from './elsewhere.fixture.ts'

const { elsewhere } = routes
const world = openElsewhere()
const address = () => `${randomUUID().slice(0, 8)}@agglo.fr`

test('an identity whose codes are used up is offered no other, nor is an account at last: each is five more guesses', async () => {
  const holder = await world.app.createUser({ email: address() })
  const stranger = () => someone({ email: holder.email, email_verified: false })
  const come = async (person = stranger()) => {
    const { status, body, error } = await comeBack(world.app, world.agglo, person)
    return status === 200 ? linkOf(body).proof : `${status} ${error.code}`
  }
  const person = stranger()
  for (let offer = 0; offer < 5; offer += 1) expect(await come(person)).toBe('code')
  expect(await come(person)).toBe('429 auth.too_many')
  // The person whose account it is comes with theirs.
  for (let offer = 5; offer < 20; offer += 1) expect(await come()).toBe('code')
  expect(await come()).toBe('429 auth.too_many')
  expect(await world.app.db.selectFrom('identity_link').where('user_id', '=', holder.id).select('ticket_hash').execute()).toHaveLength(20)
})

test('a password that there was no room to check is no try of the offer; a wrong one is', async () => {
  const admin = await world.app.createUser({ is_admin: true, email: address() })
  const { body, back } = await comeBack(world.app, world.agglo, someone({ email: admin.email }))
  const { ticket } = linkOf(body)
  const prove = async (proof: string) => {
    const { status, error } = await world.app.call(elsewhere.link, { body: { ticket, browser_secret: back.browser_secret, proof } })
    return status === 200 ? 200 : error.code
  }
  await whileHashingIsFull(world.app.context, async () => {
    for (let refusal = 0; refusal < 12; refusal += 1) expect(await prove(admin.password)).toBe('auth.too_many')
  })
  expect(await prove('faux')).toBe('auth.current_password')
  const tries = await world.app.db.selectFrom('identity_link').select('attempts').where('user_id', '=', admin.id).executeTakeFirst()
  expect([tries, await prove(admin.password)]).toEqual([{ attempts: 1 }, 200])
})
