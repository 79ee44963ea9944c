import { routes } from '@parvis/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresPrograms } from '../../server/src/testing/databases/postgres-server.ts'
import { apiAs, type ApiClient } from '../support/api.ts'
import { askQuestion, startInstances, type InstanceGroup } from '../support/servers/instances.ts'

// REL-18: PostgreSQL goes away, hangs or is held by a lock, under load, behind several instances that are never restarted.

const awayMs = process.env['PARVIS_PROVE'] ? 30_000 : 10_000
const frozenMs = process.env['PARVIS_PROVE'] ? 20_000 : 6_000
/** Pause between two writes of a writer, because refused and accepted writes also make load. */
const paceMs = process.env['PARVIS_PROVE'] ? 50 : 100
/** Time within which an answer must come: five seconds for a connection, plus the answer and a tolerance for a busy machine. */
const answeredWithinMs = 9_000

describe.runIf(postgresPrograms() !== undefined)('REL-18 a PostgreSQL server in trouble, under several instances (needs PostgreSQL)', () => {
  let all: InstanceGroup
  let api: ApiClient
  let pids: number[]
  beforeAll(async () => {
    all = await startInstances(2, { CHAT_MAX_RUNNING: '20' })
    api = await apiAs(all.url, all.servers[0]!.root)
    pids = all.servers.map(({ pid }) => pid)
  })
  afterAll(() => all?.close())

  const readiness = () => Promise.all(all.servers.map(async ({ url }) => (await fetch(`${url}/api/health/ready`)).status))

  test('stopped, then started again: a clear refusal meanwhile, nothing acknowledged is lost, replies end, nobody restarts anything', async () => {
    const load = await startLoad()
    await sleep(1_000)
    await all.postgres.stop()
    await expect.poll(readiness, { timeout: 10_000 }).toEqual([503, 503])
    await sleep(awayMs)
    await all.postgres.start()
    await expect.poll(readiness, { timeout: 15_000 }).toEqual([200, 200])
    await afterwards(load)
    expect(load.refusals.length).toBeGreaterThan(0)
    for (const { status, error, ms } of load.refusals) {
      expect([status, error]).toEqual([503, 'Le service est momentanément indisponible. Veuillez réessayer dans quelques instants.'])
      expect(ms).toBeLessThan(answeredWithinMs)
    }
  })

  test('frozen for a while: those who wait are answered when it comes back, or refused clearly', async () => {
    const load = await startLoad()
    await sleep(1_000)
    all.postgres.freeze()
    try {
      await expect.poll(readiness, { timeout: 10_000 }).toEqual([503, 503])
      await sleep(frozenMs)
    } finally {
      all.postgres.thaw()
    }
    await expect.poll(readiness, { timeout: 15_000 }).toEqual([200, 200])
    await afterwards(load)
    for (const { status } of load.refusals) expect(status).toBe(503)
  })

  test('busy behind a lock: a write is refused after five seconds, and nothing of it stays', async () => {
    const { id } = await api(routes.conversations.findOrCreate, { body: {} })
    const holder = new pg.Client({ connectionString: all.postgres.url })
    await holder.connect()
    await holder.query('begin; lock table message in exclusive mode')
    const asked = performance.now()
    const reply = await askQuestion(all.url, api.token, id, 'mode:normal')
    expect(reply.status).toBe(503)
    expect(performance.now() - asked).toBeLessThan(answeredWithinMs)
    await holder.query('rollback')
    await holder.end()
    expect((await api(routes.conversations.get, { params: { id } })).messages).toEqual([])
    const again = await askQuestion(all.url, api.token, id, 'mode:normal')
    expect(await again.ended).toEqual({ cut: false })
  })

  /** Starts two replies on two instances, and writers that record the acknowledged writes and the refusals. */
  async function startLoad() {
    const { id: journal } = await api(routes.conversations.findOrCreate, { body: {} })
    const written: string[] = []
    const refusals: { status: number; error: string; ms: number }[] = []
    let over = false
    const write = async (writer: number) => {
      for (let turn = 0; !over; turn += 1) {
        const client_message_id = `${journal}-${writer}-${turn}`
        const begun = performance.now()
        const response = await fetch(`${all.url}/api${routes.conversations.addMessage.path.replace(':id', journal)}`, {
          method: routes.conversations.addMessage.method,
          headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ role: 'user', content: client_message_id, client_message_id }),
        })
        const answer = (await response.json()) as { error: string }
        if (response.ok) written.push(client_message_id)
        else refusals.push({ status: response.status, error: answer.error, ms: performance.now() - begun })
        await sleep(paceMs)
      }
    }
    const writers = [1, 2, 3, 4].map(write)
    const replies = await Promise.all(
      all.servers.map(async ({ url }) => {
        const { id } = await api(routes.conversations.findOrCreate, { body: {} })
        const reply = await askQuestion(url, api.token, id, 'mode:lent:25')
        await reply.until((events) => events.length > 3)
        return { id, reply }
      }),
    )
    return {
      journal,
      written,
      refusals,
      replies,
      async stop() {
        over = true
        await Promise.all(writers)
      },
    }
  }

  async function afterwards(load: Awaited<ReturnType<typeof startLoad>>) {
    await sleep(500)
    await load.stop()
    const { messages } = await api(routes.conversations.get, { params: { id: load.journal } })
    const held = new Set(messages.map(({ client_message_id }) => client_message_id))
    expect(load.written.length).toBeGreaterThan(10)
    expect(load.written.filter((id) => !held.has(id))).toEqual([])
    for (const { id, reply } of load.replies) {
      expect(await reply.ended).toEqual({ cut: false })
      expect(reply.events.at(-1)).toMatchObject({ type: 'done', status: 'complete' })
      const kept = (await api(routes.conversations.get, { params: { id } })).messages.at(-1)!
      expect([kept.status, kept.content]).toEqual(['complete', reply.text()])
    }
    expect(all.servers.map(({ pid }) => pid)).toEqual(pids)
    for (const server of all.servers) expect(server.output()).not.toContain('unhandled rejection')
  }
})
