import { routes } from '@parvis/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFaultModelServer, type FaultModelServer } from '../../server/src/testing/fakes/fault-model-server.ts'
import { postgresPrograms, startPostgresServer, type PostgresServer } from '../../server/src/testing/databases/postgres-server.ts'
import { openReply } from '../../server/src/testing/reply-client.ts'
import { apiAs, type ApiClient } from '../support/api.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'

// REL-05: told to stop in the middle of twenty replies, half of which have no end.

/** Time to stop, in milliseconds: the one promised to service managers, plus a tolerance for a busy machine. */
const allowedMs = process.env['PARVIS_PROVE'] ? 30_000 : 50_000
// Each engine waits for its twenty seconds: both in a full proof (npm run prove).
const engines = process.env['PARVIS_PROVE'] && postgresPrograms() !== undefined ? ['embedded', 'postgres'] : ['embedded']

describe.each(engines)('REL-05 twenty replies, on the %s engine', (engine) => {
  let postgres: PostgresServer | null
  let model: FaultModelServer
  let server: AppServer
  let api: ApiClient
  beforeEach(async () => {
    postgres = engine === 'postgres' ? await startPostgresServer() : null
    model = await startFaultModelServer({ tokens: 150 })
    server = await startServer({
      PARVIS_DEMO: 'false',
      LLM_BASE_URL: model.baseUrl,
      LLM_MODEL: 'essai',
      CHAT_MAX_RUNNING: '100',
      CHAT_MAX_PER_MINUTE: '100000',
      ...(postgres && { DATABASE_URL: postgres.url }),
    })
    api = await apiAs(server.url, server.root)
  })
  afterEach(async () => {
    await server?.close()
    await model?.close()
    await postgres?.remove()
  })

  const stream = (body: object) => openReply(`${server.url}/api/chat/mistral/stream`, api.token, { body })
  const ask = async (content: string) => {
    const { id } = await api(routes.conversations.findOrCreate, { body: {} })
    const reply = await stream({ conversation_id: id, messageHistory: [{ role: 'user', content }] })
    await reply.until((events) => events.length > 2)
    return { id, reply }
  }
  const lastMessage = async (id: string) => (await api(routes.conversations.get, { params: { id } })).messages.at(-1)!

  test('those that end in time are whole, the others are cut, said so and taken up again; the process ends with 0', async () => {
    const short = []
    const endless = []
    for (let turn = 0; turn < 10; turn += 1) {
      short.push(await ask('mode:lent:50'))
      endless.push(await ask('mode:sans-fin:50'))
    }
    const asked = performance.now()
    const code = await server.stop()
    expect(performance.now() - asked).toBeLessThan(allowedMs)
    expect(code).toBe(0)
    // Nobody is left waiting: each reader was told how its reply ended.
    for (const { reply } of [...short, ...endless]) expect(await reply.ended).toEqual({ cut: false })
    expect(short.map(({ reply }) => reply.events.at(-1))).toEqual(short.map(() => expect.objectContaining({ type: 'done', status: 'complete' })))
    expect(endless.map(({ reply }) => reply.events.at(-1))).toEqual(endless.map(() => expect.objectContaining({ status: 'interrompue', finish_reason: 'cut' })))

    await server.restart()
    for (const { id, reply } of [...short, ...endless]) {
      const end = reply.events.at(-1) as { status: string; finish_reason: string }
      expect(await lastMessage(id)).toMatchObject({ status: end.status, finish_reason: end.finish_reason, content: reply.text(), stream_id: null })
    }
    const { id, reply } = endless[0]!
    model.next('normal')
    const resumed = await stream({ conversation_id: id, action: 'continue', messageHistory: [] })
    expect(await resumed.ended).toEqual({ cut: false })
    const last = await lastMessage(id)
    expect(last.status).toBe('complete')
    expect(last.content.startsWith(reply.text())).toBe(true)
  })
})
