import { routes } from '@parvis/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReply } from '../../server/src/testing/reply-client.ts'
import { apiAs, type ApiClient } from '../support/api.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'

// The process dies while documents are saved and proposals accepted, on the same data.

// Fifty in a full proof (npm run prove).
const rounds = process.env['PARVIS_PROVE'] ? 50 : 1

let server: AppServer
let api: ApiClient
beforeAll(async () => {
  server = await startServer({ PARVIS_DEMO: 'false', CHAT_MAX_PER_MINUTE: '100000', CHAT_MAX_RUNNING: '100' })
  api = await apiAs(server.url, server.root)
})
afterAll(() => server?.close())

const { proposals, writtenDocuments } = routes
const textsOf = async (id: string) =>
  (await api(writtenDocuments.get, { params: { id } })).blocks.map((block) => ('text' in block && typeof block.text === 'string' ? block.text : ''))

/** Saves a growing number in a document until the server is killed. @returns the last number that the server acknowledged */
async function save(id: string): Promise<number> {
  let acknowledged = 0
  try {
    for (;;) {
      await api(writtenDocuments.update, { params: { id }, body: { blocks: [{ id: 'b1', kind: 'paragraph', text: `Saisie ${acknowledged + 1}` }] } })
      acknowledged += 1
    }
  } catch {
    return acknowledged
  }
}

/** Asks for paragraphs and accepts them until the server is killed. @returns what was acknowledged */
async function accept(id: string, conversation_id: string, round: number): Promise<{ listed: string[]; accepted: string[] }> {
  const [listed, accepted]: string[][] = [[], []]
  try {
    for (let turn = 0; ; turn += 1) {
      const text = `Accepté ${round} ${turn}.`
      const content = `Ajoute un paragraphe : ${text}`
      await (
        await openReply(`${server.url}/api/chat/mistral/stream`, api.token, { body: { conversation_id, messageHistory: [{ role: 'user', content }] } })
      ).ended
      const open = (await api(proposals.list, { params: { id } })).find(({ state, after }) => state === 'open' && after === text)
      if (open === undefined) continue
      listed!.push(text)
      await api(proposals.accept, { params: { id, proposal_id: open.id }, body: {} })
      accepted!.push(text)
    }
  } catch {
    return { listed: listed!, accepted: accepted! }
  }
}

test.each(Array.from({ length: rounds }, (_, round) => round))('killed while documents are written, round %i', async (round) => {
  const conversation = await api(routes.conversations.findOrCreate, { body: {} })
  const saved = await api(writtenDocuments.create, { body: { title: `Saisie ${round}`, blocks: [{ id: 'b1', kind: 'paragraph', text: 'Saisie 0' }] } })
  const proposed = await api(writtenDocuments.create, {
    body: { title: `Accepté ${round}`, markdown: 'Début.', conversation_id: conversation.id },
  })
  const saves = save(saved.id)
  const accepts = accept(proposed.id, conversation.id, round)
  // Spread over two seconds and a half, never twice at the same place.
  await sleep(600 + ((round * 397) % 2_500))
  await server.kill9()
  const [last, { listed, accepted }] = [await saves, await accepts]
  await server.restart()

  const [text = ''] = await textsOf(saved.id)
  // A save without an acknowledgement may have been committed.
  expect([last, last + 1]).toContain(Number(text.replace('Saisie ', '')))
  const texts = await textsOf(proposed.id)
  const present = await api(proposals.list, { params: { id: proposed.id } })
  const byText = new Map(present.map((proposal) => [proposal.after, proposal.state]))
  expect(accepted.filter((one) => !texts.includes(one))).toEqual([])
  // The state of a proposal and the text of the document are one transaction.
  for (const { after, state } of present) expect([after, texts.includes(after!)]).toEqual([after, state === 'accepted'])
  expect(listed.filter((one) => !byText.has(one))).toEqual([])
})
