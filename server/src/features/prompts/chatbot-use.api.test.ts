import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'

const { prompts } = routes

const app = openTestApp()
const { admin } = people(app, { admin: { is_admin: true } })

const list = async () => (await app.call(prompts.list, { token: admin.token })).body

test('what the address « prompt=1 » means stays that prompt under another name; a new one of the old name is not it', async () => {
  const standard = await app.db
    .insertInto('prompt')
    .values({ name: 'Prompt standard', content: 'S', chatbot_use: 'standard' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.call(prompts.save, { token: admin.token, body: { id: standard.id, name: 'Le nôtre', content: 'Autre' } })
  const other = (await app.call(prompts.save, { token: admin.token, body: { name: 'Prompt standard', content: 'X' } })).body
  expect((await list()).find(({ chatbot_use }) => chatbot_use === 'standard')).toMatchObject({ id: standard.id, name: 'Le nôtre' })
  expect(other.chatbot_use).toBeNull()
})

test('the database keeps each use to one prompt', async () => {
  const write = () => app.db.insertInto('prompt').values({ name: 'Deux', content: 'S', chatbot_use: 'specialised' }).execute()
  await write()
  await expect(write()).rejects.toMatchObject({ code: '23505' })
})
