import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { comeBack, linkOf, openElsewhere, someone } from './elsewhere.fixture.ts'

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
