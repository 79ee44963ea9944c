import { fillPath, routes } from '@parvis/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresPrograms } from '../../server/src/testing/databases/postgres-server.ts'
import { openReply } from '../../server/src/testing/reply-client.ts'
import { accessToken, apiAs, createAccount, type ApiClient } from '../support/api.ts'
import { askQuestion, followStream, startInstances, type InstanceGroup } from '../support/servers/instances.ts'
import type { Credentials } from '../support/pages.ts'
import { startServer } from '../support/servers/server.ts'
import { uploadToBase } from '../support/upload.ts'
import { isFullProof } from '../support/whole.ts'

// Three processes behind a reverse proxy that gives each request to the next: whatever one began, another goes on with.

/** Time within which the reply of a dead instance is closed: 10 s of silence, a check every 5 s, and a tolerance for a busy machine. */
const closedWithinMs = 25_000
/** Time within which the indexing of a dead instance is resumed: a lease of 20 s, a check every 2 s, and a tolerance for a busy machine. */
const takenUpWithinMs = 45_000

describe.runIf(postgresPrograms() !== undefined)('several instances of one application (needs PostgreSQL)', () => {
  let all: InstanceGroup
  let admin: Credentials
  let agent: Credentials
  let api: ApiClient
  let token: string
  let [a, b, c] = ['', '', '']
  beforeAll(async () => {
    all = await startInstances(3)
    ;[a, b, c] = all.servers.map(({ url }) => url) as [string, string, string]
    admin = all.servers[0]!.root
    agent = await createAccount(await apiAs(a, admin), 'agent')
    api = await apiAs(all.url, agent)
    token = await accessToken(a, agent)
  })
  afterAll(() => all?.close())

  const newConversation = async () => (await api(routes.conversations.findOrCreate, { body: {} })).id
  const lastMessage = async (id: string) => (await api(routes.conversations.get, { params: { id } })).messages.at(-1)!
  const stop = (url: string, stream_id: string) =>
    fetch(`${url}/api${fillPath(routes.chat.stop.path, { stream_id })}`, { method: routes.chat.stop.method, headers: { authorization: `Bearer ${token}` } })

  test('started together on an empty base, they migrate it once, make one administrator and one secret', async () => {
    const said = all.servers.map((server) => server.output()).join('\n')
    expect(said.match(/Premier administrateur/g)).toHaveLength(1)
    expect(await all.rows('select id from app_user where is_admin')).toHaveLength(1)
    // A second application of any of them would have failed on what the first one made, and ended its process.
    expect(await all.rows('select id from schema_migrations')).not.toEqual([])
    for (const url of [a, b, c]) expect((await fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  })

  test('one that has another secret, given or made in a folder of its own, is refused with a sentence', async () => {
    const refusal = (env: Record<string, string>) =>
      startServer({ ...all.settings, ...env }).then(
        () => 'it started',
        (error: Error) => error.message,
      )
    const { PARVIS_DATA_DIR: _shared, ...ownFolder } = all.settings
    expect(await refusal({ PARVIS_SECRET: 'k9Zr-4tQw-7Ylp-2Vbn-8Xcd-5Mhj-1Sag' })).toContain('Le réglage PARVIS_SECRET n’est pas valable')
    expect(
      await startServer(ownFolder).then(
        () => 'it started',
        (error: Error) => error.message,
      ),
    ).toContain('Le réglage PARVIS_SECRET n’est pas valable')
  })

  test('a reply that one writes is read from another with the same numbers, and stopped from a third', async () => {
    const id = await newConversation()
    const here = await askQuestion(a, token, id, 'mode:lent:15')
    await here.until((events) => events.length > 3)
    const there = await followStream(b, token, here.stream_id)
    await there.until((events) => events.length > 3)
    const middle = there.events.at(-1)!.id
    const resumed = await followStream(c, token, here.stream_id, middle)
    await resumed.until((events) => events.length > 1)
    const asked = performance.now()
    expect((await stop(c, here.stream_id)).status).toBe(200)
    await Promise.all([here.ended, there.ended, resumed.ended])
    expect(performance.now() - asked).toBeLessThan(5_000)
    expect(there.events.at(-1)).toEqual(here.events.at(-1))
    expect(here.events.at(-1)).toMatchObject({ type: 'done', status: 'interrompue', finish_reason: 'stopped' })
    expect(there.text()).toBe(here.text())
    expect(here.text().slice(middle)).toBe(resumed.text())
    expect((await lastMessage(id)).content).toBe(here.text())
  })

  test('LLM-10 the replies that a person has running are counted over all', async () => {
    const ids = [await newConversation()]
    const replies = [await askQuestion(a, token, ids[0]!, 'mode:lent:15')]
    ids.push(await newConversation())
    replies.push(await askQuestion(b, token, ids[1]!, 'mode:lent:15'))
    const third = await newConversation()
    for (const url of [a, b, c]) expect((await askQuestion(url, token, third, 'mode:normal')).status).toBe(429)
    for (const reply of replies) await stop(c, reply.stream_id)
    await Promise.all(replies.map(({ ended }) => ended))
    const last = await askQuestion(c, token, third, 'mode:normal')
    expect(last.status).toBe(200)
    await last.ended
  })

  test('AUT-05 failed sign-ins are counted over all', async () => {
    const locked = await createAccount(await apiAs(b, admin), 'etourdi')
    const signIn = async (url: string, password: string) =>
      (
        await fetch(`${url}/api${routes.auth.login.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: locked.username, password }),
        })
      ).status
    for (let failure = 0; failure < 10; failure += 1) expect(await signIn([a, b, c][failure % 3]!, 'pas-le-bon')).toBe(401)
    for (const url of [a, b, c]) expect(await signIn(url, locked.password)).toBe(429)
  })

  test('ACC-14 LLM-06 a document uploaded to one is found by another within two seconds of its reading, and by none once it is deleted', async () => {
    const id = await upload(a, 'reglement.txt', 'Le broyeur municipal de branches se réserve au guichet de la rue des Tanneurs, le mardi matin.')
    await expect.poll(() => stateOf(id), { timeout: 30_000, interval: 100 }).toBe('indexe')
    expect(await sourcesFrom(c)).toEqual(['reglement.txt'])
    expect(await sourcesFrom(a)).toEqual(['reglement.txt'])
    await (
      await apiAs(b, admin)
    )(routes.documents.remove, { params: { id } })
    for (const url of [a, c, b]) expect(await sourcesFrom(url)).toEqual([])
  })

  test('REL-04 killed in the middle of a reply: what was saved is told by the others, and taken up there', async () => {
    const id = await newConversation()
    const here = await askQuestion(a, token, id, 'mode:lent:15')
    await here.until((events) => events.length > 20)
    await all.servers[0]!.kill9()
    await here.ended
    // As a page does: it comes back where it was, through whatever answers, and may have seen more than was saved.
    const back = await followStream(b, token, here.stream_id, here.events.at(-1)!.id)
    const killed = performance.now()
    await back.ended
    expect(performance.now() - killed).toBeLessThan(closedWithinMs)
    expect(back.events.at(-1)).toMatchObject({ type: 'done', status: 'interrompue', finish_reason: 'crash' })
    expect(back.events.at(-1)!.id).toBeGreaterThan(here.events.at(-1)!.id)
    const kept = await lastMessage(id)
    expect(kept).toMatchObject({ status: 'interrompue', stream_id: null })
    expect(kept.content.length).toBeGreaterThan(0)
    expect(here.text().startsWith(kept.content) || kept.content.startsWith(here.text())).toBe(true)
    const rest = await askQuestion(c, token, id, '', { action: 'continue' })
    await rest.until((events) => events.length > 3)
    expect(rest.text().startsWith(kept.content)).toBe(true)
    await stop(b, rest.stream_id)
    await rest.ended
    await all.servers[0]!.restart()
  })

  test('REL-21 killed in the middle of an indexing: another does it, once', async () => {
    const writers = await writerIds()
    const id = await upload(b, 'long.txt', longText())
    await expect.poll(() => leaseOf(id), { timeout: 30_000, interval: 20 }).not.toBe(null)
    const victim = all.servers[writers.indexOf((await leaseOf(id))!)]!
    await victim.kill9()
    const [before] = await all.rows<{ state: string }>('select state from document where id = $1', [id])
    expect(before!.state).toBe('en_cours')
    await expect.poll(() => stateOf(id), { timeout: takenUpWithinMs, interval: 500 }).toBe('indexe')
    const count =
      'select passage_count, (select count(*)::int from passage p where p.document_id = i.document_id and p.index_no = i.index_no) as written, (select count(*)::int from passage p where p.document_id = i.document_id) as held from document_index i where document_id = $1'
    const [index] = await all.rows<{ passage_count: number; written: number; held: number }>(count, [id])
    expect(index!.passage_count).toBeGreaterThan(100)
    expect(index).toMatchObject({ written: index!.passage_count, held: index!.passage_count })
    await expect.poll(() => all.rows('select id from job where document_id = $1', [id]), { timeout: 10_000 }).toEqual([])
    await victim.restart()
  })

  /** Returns the identity of each instance in the database, with which it signs its replies. */
  async function writerIds(): Promise<string[]> {
    const found: string[] = []
    for (const url of [a, b, c]) {
      const reply = await askQuestion(url, token, await newConversation(), 'mode:lent:15')
      const [row] = await all.rows<{ writer_id: string }>('select writer_id from message where id = $1', [reply.stream_id])
      found.push(row!.writer_id)
      await stop(url, reply.stream_id)
      await reply.ended
    }
    return found
  }

  async function leaseOf(id: string): Promise<string | null> {
    const [row] = await all.rows<{ leased_by: string | null }>('select leased_by from job where document_id = $1', [id])
    return row?.leased_by ?? null
  }

  async function stateOf(id: string): Promise<string> {
    return (await all.rows<{ state: string }>('select state from document where id = $1', [id]))[0]!.state
  }

  const upload = async (url: string, name: string, content: string) =>
    uploadToBase(url, await accessToken(url, admin), name, content, { category: 'Services techniques' })

  async function sourcesFrom(url: string): Promise<string[]> {
    const question = { role: 'user', content: 'Comment réserver le broyeur municipal de branches ?' }
    const reply = await openReply(`${url}/api/chat/mistral/stream`, token, { body: { messageHistory: [question], library_category: 'Services techniques' } })
    await reply.ended
    return reply.events.flatMap((event) => (event.type === 'sources' ? event.sources.map(({ document }) => document) : []))
  }
})

/** Makes a text of different paragraphs that takes one second to index, or several in a full proof. */
function longText(): string {
  const words =
    'voirie budget marché délibération arrêté école piscine cantine tarif usager réseau chantier parcelle bail agent congé crèche stade forêt pont'.split(' ')
  const paragraph = (index: number) =>
    `Article ${index}. ${Array.from({ length: 90 }, (_, word) => words[(index * 7 + word * (1 + (index % 13))) % words.length]).join(' ')}.`
  return Array.from({ length: isFullProof ? 2_500 : 1_000 }, (_, index) => paragraph(index)).join('\n\n')
}
