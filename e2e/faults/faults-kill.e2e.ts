import { routes } from '@parvis/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFaultModelServer, type FaultModelServer } from '../../server/src/testing/fakes/fault-model-server.ts'
import { openReply } from '../../server/src/testing/reply-client.ts'
import { apiAs, createConversation, type ApiClient } from '../support/api.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'

// REL-04: the process dies without a warning in the middle of replies and of writes, many times, on the same data.

// Fifty in a full proof (npm run prove).
const rounds = process.env['PARVIS_PROVE'] ? 50 : 1
const wordMs = 12
/** Maximum loss of text promised to readers, in milliseconds of writing. */
const promisedMs = 250
/** Additional tolerance for a busy machine, in milliseconds. */
const allowedMs = 1_500

let model: FaultModelServer
let server: AppServer
let api: ApiClient
beforeAll(async () => {
  model = await startFaultModelServer({ tokens: 600 })
  server = await startServer({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'essai', CHAT_MAX_RUNNING: '100', CHAT_MAX_PER_MINUTE: '100000', PARVIS_DEMO: 'false' })
  api = await apiAs(server.url, server.root)
})
afterAll(async () => {
  await server?.close()
  await model?.close()
})

describe(`REL-04 killed ${rounds} times`, () => {
  const lags: number[] = []

  test.each(Array.from({ length: rounds }, (_, round) => round))('round %i', async (round) => {
    const journal = await createConversation(api, {}, 'Début')
    const conversation = await api(routes.conversations.findOrCreate, { body: {} })
    const notes = await api(routes.projects.create, { body: { name: `Coup ${round}` } })
    const before = model.requests.length
    const question = `Question ${round}, mode:lent:${wordMs}`
    const opening = openReply(`${server.url}/api/chat/mistral/stream`, api.token, {
      body: { conversation_id: conversation.id, client_message_id: `q${round}`, messageHistory: [{ role: 'user', content: question }] },
    })
    // It is cut at any moment, before its first word too.
    const reply = opening.catch(() => null)
    await model.request(before)
    const writers = startWriters(journal, notes.id)

    const seen: { at: number; length: number }[] = []
    const watch = setInterval(() => void reply.then((open) => open && seen.push({ at: performance.now(), length: open.text().length })), 5)
    // Spread over two seconds and a half, never twice at the same place.
    await sleep((round * 397) % 2_500)
    const killedAt = performance.now()
    await server.kill9()
    clearInterval(watch)
    const acknowledged = await writers.stop()
    await (
      await reply
    )?.ended
    await server.restart()

    const { messages } = await api(routes.conversations.get, { params: { id: conversation.id } })
    expect(messages.map(({ role, status, content }) => [role, status, role === 'user' ? content : ''])).toEqual([
      ['user', 'complete', question],
      ['assistant', 'interrompue', ''],
    ])
    const kept = messages[1]!
    expect(kept).toMatchObject({ finish_reason: 'crash', stream_id: null })
    const whole = (await reply)?.text() ?? ''
    expect(whole.startsWith(kept.content) || kept.content.startsWith(whole)).toBe(true)
    lags.push(killedAt - (seen.findLast(({ at, length }) => at <= killedAt && length <= kept.content.length)?.at ?? killedAt))
    expect(lags.at(-1)).toBeLessThanOrEqual(allowedMs)

    const stored = await api(routes.projects.get, { params: { id: notes.id } })
    expect(Number(stored.content || 0)).toBeGreaterThanOrEqual(acknowledged.lastContent)
    const { messages: written } = await api(routes.conversations.get, { params: { id: journal } })
    const ids = new Set(written.map(({ client_message_id }) => client_message_id))
    expect(acknowledged.messages.filter((id) => !ids.has(id))).toEqual([])

    const resumed = await openReply(`${server.url}/api/chat/mistral/stream`, api.token, {
      body: { conversation_id: conversation.id, action: 'continue', messageHistory: [] },
    })
    expect(await resumed.ended).toEqual({ cut: false })
    const last = (await api(routes.conversations.get, { params: { id: conversation.id } })).messages.at(-1)!
    expect(last.status).toBe('complete')
    expect(last.content.startsWith(kept.content)).toBe(true)
    expect(last.content.length).toBeGreaterThan(kept.content.length)
  })

  // Beside other journeys, the machine's pace would be what is measured.
  test.runIf(process.env['PARVIS_PROVE'])('what is lost of a reply is within the promise, as a rule', () => {
    expect(lags).toHaveLength(rounds)
    expect(lags.toSorted((a, b) => a - b)[rounds / 2]).toBeLessThanOrEqual(promisedMs)
  })
})

/** Starts three writers that record the writes acknowledged by the server, until it is killed. */
function startWriters(conversation_id: string, project_id: string) {
  let lastContent = 0
  let over = false
  const messages: string[] = []
  const untilDeath = async (write: (turn: number) => Promise<void>) => {
    for (let turn = 1; !over; turn += 1) await write(turn)
  }
  const note = (writer: number) =>
    untilDeath(async (turn) => {
      const client_message_id = `${writer}-${turn}`
      await api(routes.conversations.addMessage, { params: { id: conversation_id }, body: { role: 'user', content: client_message_id, client_message_id } })
      messages.push(client_message_id)
    })
  const count = untilDeath(async (turn) => {
    await api(routes.projects.update, { params: { id: project_id }, body: { content: String(turn) } })
    lastContent = turn
  })
  const ends = [note(1), note(2), count].map((writer) => writer.catch(() => {}))
  return {
    async stop() {
      over = true
      await Promise.all(ends)
      return { messages, lastContent }
    },
  }
}
