import { routes } from '@parvis/contract'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startFaultModelServer, type FaultModelServer } from '../../server/src/testing/fakes/fault-model-server.ts'
import { openReply } from '../../server/src/testing/reply-client.ts'
import { apiAs, type ApiClient } from '../support/api.ts'
import { usedMemoryMb, inspectable } from '../support/servers/used-memory.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'
import { createTcpProxy } from '../support/servers/tcp-proxy.ts'
import { isFullProof } from '../support/whole.ts'

// The process told to stop, read slowly, or without a model.

let server: AppServer
let model: FaultModelServer
let talkative: Server
let api: ApiClient
/** URL of the model with which the server was last started; null for the built-in one. */
let connected: string | null = null

beforeAll(async () => {
  model = await startFaultModelServer()
  talkative = await startTalkativeModel()
  server = await startServer({ CHAT_MAX_RUNNING: '100', CHAT_MAX_PER_MINUTE: '10000', ...inspectable }, { onCopy: true })
})
afterAll(async () => {
  await server?.close()
  await model?.close()
  talkative?.closeAllConnections()
  talkative?.close()
})

const withModel = (baseUrl: string | null) => {
  connected = baseUrl
  return { LLM_BASE_URL: baseUrl ?? '', LLM_MODEL: baseUrl === null ? '' : 'essai' }
}

/** Makes the server run with this model: it is restarted if it has stopped or uses another one. */
async function begin(baseUrl: string | null): Promise<void> {
  const serves = await fetch(`${server.url}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!serves || connected !== baseUrl) await server.restart(withModel(baseUrl))
  api = await apiAs(server.url, server.root)
}

async function ask(content: string, origin = server.url) {
  const { id } = await api(routes.conversations.findOrCreate, { body: {} })
  const reply = await openReply(`${origin}/api/chat/mistral/stream`, api.token, { body: { conversation_id: id, messageHistory: [{ role: 'user', content }] } })
  return { id, reply }
}

const lastMessage = async (id: string) => (await api(routes.conversations.get, { params: { id } })).messages.at(-1)!

describe('REL-31 without a model', () => {
  beforeEach(() => begin(null))

  test('everything works with the built-in model, which says what it is and how to connect another', async () => {
    expect((await api(routes.instance.info)).model).toEqual({ name: expect.any(String), built_in: true, hosts: [] })
    const { id, reply } = await ask('Rédige une note sur les horaires.')
    expect(await reply.ended).toEqual({ cut: false })
    expect(reply.text()).toMatch(/modèle de démonstration/)
    expect(await lastMessage(id)).toMatchObject({ status: 'complete', content: reply.text() })
    const [assistant] = await api(routes.assistants.list)
    const opened = await api(routes.conversations.findOrCreate, { body: { assistant_id: assistant!.id } })
    const opening = await openReply(`${server.url}/api/chat/mistral/stream`, api.token, {
      body: { conversation_id: opened.id, action: 'opening', messageHistory: [] },
    })
    expect(await opening.ended).toEqual({ cut: false })
    expect(opening.text()).toContain('modèle de démonstration')
  })
})

describe('REL-05 told to stop in the middle of a reply', () => {
  beforeEach(() => begin(model.baseUrl))

  test('it takes no new work, lets the reply end, and exits with 0', async () => {
    const { id, reply } = await ask('mode:lent:60 bonjour')
    await reply.until((events) => events.length > 2)
    const stopped = server.stop()
    await expect.poll(async () => (await fetch(`${server.url}/api/health/ready`)).status).toBe(503)
    const refused = await openReply(`${server.url}/api/chat/mistral/stream`, api.token, { body: { messageHistory: [{ role: 'user', content: 'bonjour' }] } })
    expect(refused.status).toBe(503)
    expect(await reply.ended).toEqual({ cut: false })
    expect(reply.events.at(-1)).toMatchObject({ type: 'done', status: 'complete' })
    expect(await stopped).toBe(0)
    await server.restart()
    expect(await lastMessage(id)).toMatchObject({ status: 'complete', content: reply.text() })
  })

  test('told twice, it ends at once; the reply is interrupted, with its text', async () => {
    const { id, reply } = await ask('mode:sans-fin:20 bonjour')
    await reply.until((events) => events.length > 20)
    const stopped = server.stop()
    await expect.poll(async () => (await fetch(`${server.url}/api/health/ready`)).status).toBe(503)
    // Two signals within a second are one: a service manager tells the whole group.
    await sleep(1_200)
    expect(await server.stop()).toBe(1)
    expect(await stopped).toBe(1)
    expect(await reply.ended).toEqual({ cut: true })
    // With the model of what comes next: nothing of that reply is asked of it.
    await server.restart(withModel(talkativeUrl()))
    const kept = await lastMessage(id)
    expect(kept).toMatchObject({ status: 'interrompue', finish_reason: 'crash' })
    expect(kept.content.length).toBeGreaterThan(20)
  })
})

describe('REL-29 readers that do not read', () => {
  beforeEach(() => begin(talkativeUrl()))

  test('cost at most 1 MB each, delay nobody, and miss nothing', async () => {
    const proxy = await createTcpProxy(server.port)
    const slow = `http://127.0.0.1:${proxy.port}`
    const count = isFullProof ? 20 : 10
    const several = (origin: string) =>
      Promise.all(
        Array.from({ length: count }, () =>
          openReply(`${origin}/api/chat/mistral/stream`, api.token, { body: { messageHistory: [{ role: 'user', content: 'longuement' }] } }),
        ),
      )
    // The first ones fill what the process keeps for good.
    const prompt = await several(server.url)
    await Promise.all(prompt.map(({ ended }) => ended))
    const before = await usedMemoryMb(server)
    const readers = await several(slow)
    proxy.pause()
    await expect.poll(runningReplies, { timeout: 60_000 }).toBe(0)
    expect((await usedMemoryMb(server)) - before).toBeLessThanOrEqual(count)
    const other = await openReply(`${server.url}/api/chat/mistral/stream`, api.token, { body: { messageHistory: [{ role: 'user', content: 'longuement' }] } })
    expect(await other.ended).toEqual({ cut: false })
    proxy.resume()
    await Promise.all(readers.map(({ ended }) => ended))
    for (const reader of readers) expect(reader.text()).toBe(prompt[0]!.text())
    await proxy.close()
  })
})

async function runningReplies(): Promise<number> {
  return Number(/^parvis_replies_running (\d+)$/m.exec(await (await fetch(`${server.url}/api/metrics`)).text())?.[1])
}

const talkativeUrl = () => `http://127.0.0.1:${(talkative.address() as AddressInfo).port}/v1`

/** Starts a model that sends 400 000 characters in large chunks, as fast as they are read. */
async function startTalkativeModel(): Promise<Server> {
  const piece = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Considérant que '.repeat(500) }, finish_reason: null }] })}\n\n`
  const end = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`
  const model = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(piece.repeat(50) + end)
  })
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
  return model
}
