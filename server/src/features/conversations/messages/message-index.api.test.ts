import { routes } from '@parvis/contract'
import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp } from '../../../testing/open-test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { createMessageIndex } from './message-index.ts'

const { conversations } = routes

const app = openTestApp()
let owner: TestUser
beforeAll(async () => {
  // Only the tests themselves index messages.
  await app.context.messageIndex.stop()
  owner = await app.createUser()
})

async function say(content: string): Promise<string> {
  const { id } = (await app.call(conversations.findOrCreate, { token: owner.token, body: {} })).body
  const kept = await app.call(conversations.addMessage, { token: owner.token, params: { id }, body: { role: 'assistant', content } })
  return kept.body.id
}
const indexOn = (db: TestApp['db']) => createMessageIndex({ db, log: app.context.log, inBackgroundFor: (_person, work) => work() })
const change = (id: string, values: object) => app.db.updateTable('message').set(values).where('id', '=', id).execute()
async function wordsOf(id: string): Promise<string> {
  const rows = await app.db.selectFrom('message_word').where('message_id', '=', id).select('words').orderBy('part').execute()
  return rows.map(({ words }) => String(words)).join(' ')
}

/** Indexes pending messages, and runs `meanwhile` once the text of a message has been read. */
async function indexWhile(meanwhile: () => Promise<unknown>): Promise<void> {
  let happened = false
  const interrupt: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!happened && result.rows.some((row) => 'content' in row)) {
        happened = true
        await meanwhile()
      }
      return result
    },
  }
  await indexOn(app.db.withPlugin(interrupt)).catchUp(owner.id)
  expect(happened).toBe(true)
}

test('an answer that another replaces while it is being indexed leaves no word', async () => {
  const id = await say('Le compostage des biodéchets')
  await indexWhile(() => change(id, { superseded_at: new Date() }))
  expect(await wordsOf(id)).toBe('')
  await change(id, { superseded_at: null })
  await indexOn(app.db).catchUp(owner.id)
  expect(await wordsOf(id)).toContain('compostage')
})

test('a message that is deleted while it is being indexed stops nothing', async () => {
  const id = await say('Le compostage')
  await indexWhile(() => app.db.deleteFrom('message').where('id', '=', id).execute())
  expect(await wordsOf(id)).toBe('')
})

test('a message that changes and is indexed elsewhere meanwhile keeps the words of what it says now, all of them', async () => {
  const long = Array.from({ length: 3_000 }, (_, rank) => `tondeuse${rank}`).join(' ')
  const id = await say(long)
  await indexWhile(async () => {
    await change(id, { content: 'La débroussailleuse' })
    await indexOn(app.db).catchUp(owner.id)
  })
  expect(await wordsOf(id)).toContain('debroussailleuse')
  expect(await wordsOf(id)).not.toContain('tondeuse')
})

test('a message that two index together keeps its words, and waits no more', async () => {
  const id = await say('Le tilleul argenté')
  await indexWhile(() => indexOn(app.db).catchUp(owner.id))
  expect(await wordsOf(id)).toContain('tilleul')
  const long = await say(Array.from({ length: 3_000 }, (_, rank) => `platane${rank}`).join(' '))
  await Promise.all(Array.from({ length: 4 }, () => indexOn(app.db).catchUp(owner.id)))
  expect(await wordsOf(long)).toContain('platane2999')
  expect(await app.db.selectFrom('message_to_index').where('owner_id', '=', owner.id).selectAll().execute()).toEqual([])
})

test('a text that becomes shorter loses the words that it had', async () => {
  const id = await say(Array.from({ length: 3_000 }, (_, rank) => `erable${rank}`).join(' '))
  await indexOn(app.db).catchUp(owner.id)
  await change(id, { content: 'Un orme' })
  await indexOn(app.db).catchUp(owner.id)
  expect(await wordsOf(id)).toContain('orme')
  expect(await wordsOf(id)).not.toContain('erable')
})
