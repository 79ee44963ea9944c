import { routes } from '@parvis/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFaultModelServer, type FaultModelServer } from '../../server/src/testing/fakes/fault-model-server.ts'
import { asText, plant } from '../../server/src/testing/planted-report.ts'
import { partIn } from '../../server/src/testing/fakes/fault-model-answers.ts'
import { openReply } from '../../server/src/testing/reply-client.ts'
import { apiAs, type ApiClient } from '../support/api.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'
import { uploadPersonal } from '../support/upload.ts'

// REL-04: the process dies in the middle of the full reading of a document, on the same data.

// Ten in a full proof (npm run prove).
const rounds = process.env['PARVIS_PROVE'] ? 10 : 1
const planted = plant(40)

let server: AppServer
let model: FaultModelServer
let api: ApiClient
let document_id: string
beforeAll(async () => {
  model = await startFaultModelServer()
  server = await startServer({ PARVIS_DEMO: 'false', LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'essai', LLM_CONTEXT_TOKENS: '4000' })
  api = await apiAs(server.url, server.root)
  document_id = await uploadPersonal(server.url, api.token, 'rapport.txt', asText(planted))
})
afterAll(async () => {
  await server?.close()
  await model?.close()
})

/** Returns the parts that the model was asked to read, starting with a given request. */
const partsFrom = (first: number): number[] => model.requests.slice(first).flatMap(({ body }) => (Number.isNaN(partIn(body)) ? [] : [partIn(body)]))

test.each(Array.from({ length: rounds }, (_, round) => round))(
  'REL-04 killed in the middle of a full reading, round %i',
  async (round) => {
    const conversation = await api(routes.conversations.findOrCreate, { body: { documents: [document_id] } })
    const first = model.requests.length
    const ask = { conversation_id: conversation.id, message: 'Relève tous les faits mode:faits-lents' }
    const reply = await openReply(`${server.url}/api/rag/query/stream`, api.token, { body: ask })
    await reply.until((events) => events.some((event) => event.type === 'progress' && event.done >= 2 + (round % 3)))
    const { done, total } = reply.events.flatMap((event) => (event.type === 'progress' ? [event] : [])).at(-1)!
    expect(total).toBeGreaterThan(done + 2)
    // Spread over a second, never twice at the same place.
    await sleep((round * 397) % 1_000)
    await server.kill9()
    await reply.ended
    const second = model.requests.length
    const readBefore = new Set(partsFrom(first))
    await server.restart()

    // What was cut does not look complete; going on reads what was not.
    const cut = (await api(routes.conversations.get, { params: { id: conversation.id } })).messages.at(-1)!
    expect(cut.status).toBe('interrompue')
    const rest = await openReply(`${server.url}/api/rag/query/stream`, api.token, {
      body: { conversation_id: conversation.id, message: '', action: 'continue' },
    })
    await rest.ended
    expect(rest.events.at(-1)).toMatchObject({ type: 'done', status: 'complete' })
    const readAfter = partsFrom(second)
    expect(new Set(readAfter).size, 'no part is read twice after the kill').toBe(readAfter.length)
    // At most those that were being read when it died are read again.
    const again = readAfter.filter((part) => readBefore.has(part)).length
    expect(again).toBeLessThanOrEqual(readBefore.size - done)
    expect(new Set([...readBefore, ...readAfter]).size).toBe(total)
    const kept = (await api(routes.conversations.get, { params: { id: conversation.id } })).messages.at(-1)!
    expect(kept.status).toBe('complete')
    expect(planted.facts.filter(({ text }) => !kept.content.includes(text))).toEqual([])
  },
  120_000,
)
