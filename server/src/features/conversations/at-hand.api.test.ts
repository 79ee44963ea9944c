import { limits, routes } from '@parvis/contract'
import { describe, expect, test } from 'vitest'
import { openChatBench } from '../../testing/chat-bench.ts'
import type { TestUser } from '../../testing/test-users.ts'

// Recent conversations of a person: pinned ones, the last active ones, and those with an unseen reply.

const { conversations } = routes

const bench = openChatBench()

async function begin({ token }: TestUser, question: string): Promise<string> {
  const { id } = (await bench.app.call(conversations.findOrCreate, { token, body: {} })).body
  await bench.app.call(conversations.addMessage, { token, params: { id }, body: { role: 'user', content: question } })
  return id
}
const change = ({ token }: TestUser, id: string, body: object) => bench.app.call(conversations.update, { token, params: { id }, body })
const atHand = async ({ token }: TestUser) => (await bench.app.call(conversations.recent, { token })).body.conversations
const idsAtHand = async (person: TestUser) => (await atHand(person)).map(({ id }) => id)
const page = async ({ token }: TestUser, archived?: string) =>
  (await bench.app.call(conversations.page, { token, query: { ...(archived && { archived }) } })).body.data.map(({ id }) => id)

describe('the three questions', () => {
  test('who is not signed in is refused, and a change that says nothing or two contrary things', async () => {
    const ana = await bench.app.createUser()
    const id = await begin(ana, 'Le budget')
    expect((await bench.app.call(conversations.recent)).status).toBe(401)
    const nothing = await change(ana, id, {})
    expect([nothing.status, nothing.error.fields]).toEqual([422, { title: 'Le titre ne peut pas être vide' }])
    expect((await change(ana, id, { title: ' ' })).status).toBe(422)
    expect((await change(ana, id, { pinned: true, archived: true })).status).toBe(422)
    expect((await change(ana, id, { pinned: 'oui' })).status).toBe(422)
    expect((await bench.app.call(conversations.page, { token: ana.token, query: { archived: 'peut-être' } })).status).toBe(422)
  })

  test('a conversation of somebody else is missing, and theirs alone are at hand', async () => {
    const [ana, bob] = [await bench.app.createUser(), await bench.app.createUser()]
    const id = await begin(ana, 'Le budget')
    for (const body of [{ pinned: true }, { archived: true }, { seen: true }, { title: 'Pris' }]) expect((await change(bob, id, body)).status).toBe(404)
    expect(await idsAtHand(bob)).toEqual([])
    expect(await atHand(ana)).toMatchObject([{ id, title: 'Le budget', pinned: false, archived: false, reply: null }])
  })
})

test('pinned ones come first, the last pinned at the top, and the order of the others does not change', async () => {
  const ana = await bench.app.createUser()
  const [first, second, third] = [await begin(ana, 'Un'), await begin(ana, 'Deux'), await begin(ana, 'Trois')]
  const { updated_at } = (await atHand(ana)).at(-1)!
  expect((await change(ana, first, { pinned: true })).body).toMatchObject({ id: first, pinned: true, updated_at })
  await change(ana, second, { pinned: true })
  expect(await idsAtHand(ana)).toEqual([second, first, third])
  // Pinning again does not move it.
  await change(ana, first, { pinned: true })
  expect(await idsAtHand(ana)).toEqual([second, first, third])
  await change(ana, second, { pinned: false })
  expect(await idsAtHand(ana)).toEqual([first, third, second])
})

test('archived ones are out of the way, listed apart and found all the same, until one asks in them or takes them out', async () => {
  const ana = await bench.app.createUser()
  const [kept, put] = [await begin(ana, 'La cantine'), await begin(ana, 'La voirie')]
  await change(ana, put, { pinned: true })
  expect((await change(ana, put, { archived: true })).body).toMatchObject({ pinned: false, archived: true })
  expect(await idsAtHand(ana)).toEqual([kept])
  expect([await page(ana), await page(ana, 'oui'), await page(ana, 'non')]).toEqual([[put, kept], [put], [kept]])
  const found = await bench.app.call(conversations.list, { token: ana.token, query: { search: 'voirie' } })
  expect(found.body).toMatchObject([{ id: put, archived: true }])
  await change(ana, put, { archived: false })
  expect(await idsAtHand(ana)).toEqual([put, kept])
  await change(ana, put, { archived: true })
  await bench.ask(ana, put, 'Et les trottoirs ?')
  expect(await atHand(ana)).toMatchObject([{ id: put, archived: false }, { id: kept }])
  await change(ana, put, { archived: true })
  // Pinning unarchives too.
  expect((await change(ana, put, { pinned: true })).body).toMatchObject({ pinned: true, archived: false })
})

test('a question put otherwise, another answer and a message that a client saves take it out of the archives too; what is refused does not', async () => {
  const ana = await bench.app.createUser()
  const id = await bench.newConversation(ana)
  await bench.ask(ana, id, 'La voirie')
  const archivedAfter = async (act: () => Promise<unknown>) => {
    await change(ana, id, { archived: true })
    await act()
    return (await atHand(ana)).length === 0
  }
  const [question] = await bench.messages(ana, id)
  expect(await archivedAfter(() => bench.ask(ana, id, '', { action: 'continue' }))).toBe(true)
  expect(await archivedAfter(() => bench.ask(ana, id, '', { action: 'regenerate' }))).toBe(false)
  expect(await archivedAfter(() => bench.ask(ana, id, 'La voirie et les trottoirs', { action: 'edit', message_id: question!.id }))).toBe(false)
  const body = { role: 'user', content: 'Et les caniveaux ?' } as const
  expect(await archivedAfter(() => bench.app.call(conversations.addMessage, { token: ana.token, params: { id }, body }))).toBe(false)
})

test(`at most ${limits.pinned} are pinned: one more is refused and changes nothing`, async () => {
  const ana = await bench.app.createUser()
  const ids: string[] = []
  for (let index = 0; index <= limits.pinned; index += 1) ids.push(await begin(ana, `Question ${index}`))
  for (const id of ids.slice(1)) expect((await change(ana, id, { pinned: true })).status).toBe(200)
  const refused = await change(ana, ids[0]!, { pinned: true, title: 'Autre' })
  expect([refused.status, refused.error.code]).toEqual([409, 'conversations.too_many_pinned'])
  expect((await atHand(ana)).find(({ id }) => id === ids[0])).toMatchObject({ title: 'Question 0', pinned: false })
  // A conversation already pinned does not count twice towards the maximum.
  expect((await change(ana, ids[1]!, { pinned: true, title: 'Renommée' })).status).toBe(200)
})

test('says of a conversation that it answers, then that it has since one left it, until one has seen it', async () => {
  const ana = await bench.app.createUser()
  const id = await bench.newConversation(ana)
  const reply = async () => (await atHand(ana)).find((one) => one.id === id)?.reply
  const left = await bench.send(ana, id, 'mode:lent:8')
  await left.until((events) => events.length > 2)
  expect(await reply()).toBe('running')
  left.leave()
  await expect.poll(reply, { timeout: 10_000 }).toBe('unseen')
  expect((await change(ana, id, { seen: true })).status).toBe(200)
  expect(await reply()).toBeNull()
  // A reply read to its end as it is streamed counts as seen.
  await bench.ask(ana, id, 'mode:lent:8')
  expect(await reply()).toBeNull()
})

test('an assistant opened and left is not at hand; twenty are, of those that are not pinned', async () => {
  const ana = await bench.app.createUser()
  await bench.app.call(conversations.findOrCreate, { token: ana.token, body: { library: 'Code' } })
  expect(await idsAtHand(ana)).toEqual([])
  const ids: string[] = []
  for (let index = 0; index < 23; index += 1) ids.push(await begin(ana, `Question ${index}`))
  expect(await idsAtHand(ana)).toEqual(ids.slice(3).toReversed())
  await change(ana, ids[0]!, { pinned: true })
  expect(await idsAtHand(ana)).toEqual([ids[0], ...ids.slice(3).toReversed()])
})
