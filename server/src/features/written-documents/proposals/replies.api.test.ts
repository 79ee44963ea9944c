import { routes, type Proposal, type WrittenDocument } from '@parvis/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { LlmError, type LlmRequest } from '../../../platform/llm/port.ts'
import { openTestApp, people } from '../../../testing/open-test-app.ts'

const { chat, conversations, proposals, writtenDocuments } = routes

let answer = ''
/** Whether the model server closes the connection in the middle of the reply. */
let isCut = false
let window = 32_000
let received: LlmRequest['messages'] = []
const app = openTestApp({
  llm: {
    contextTokens: () => window,
    async complete(request) {
      received = request.messages
      request.onDelta(answer)
      if (isCut) throw new LlmError('llm.cut', { afterFirstDelta: true })
      return { finish: 'stop', model: 'essai', usage: null }
    },
  },
  config: { chat: { maxRunning: 1_000, maxPerMinute: 100_000 } },
})
const { ana } = people(app, { ana: {} })

const markdown = 'Un.\n\nDeux.\n\nTrois.\n\nQuatre.'
let document: WrittenDocument
let conversation_id: string
beforeEach(async () => {
  ;[isCut, window] = [false, 32_000]
  conversation_id = (await app.call(conversations.findOrCreate, { token: ana.token, body: {} })).body.id
  document = (await app.call(writtenDocuments.create, { token: ana.token, body: { title: 'Texte', markdown, conversation_id } })).body
})

async function ask(reply: string, more: object = {}) {
  answer = reply
  const body = { conversation_id, messageHistory: [{ role: 'user' as const, content: 'Change ce texte' }], ...more }
  // A reply that is cut closes its response.
  await app.call(chat.stream, { token: ana.token, body }).catch(() => null)
  const running = app.db.selectFrom('message').where('status', '=', 'en_cours').select('id')
  await expect.poll(() => running.execute()).toEqual([])
}
const list = async (): Promise<Proposal[]> => (await app.call(proposals.list, { token: ana.token, params: { id: document.id } })).body
const accept = (proposal_id: string, body: object = {}) => app.call(proposals.accept, { token: ana.token, params: { id: document.id, proposal_id }, body })
const texts = async () =>
  (await app.call(writtenDocuments.get, { token: ana.token, params: { id: document.id } })).body.blocks.map((block) =>
    'text' in block ? block.text : block.kind,
  )
const removeConversation = () => app.call(conversations.remove, { token: ana.token, params: { id: conversation_id } })
const replacing = (number: number, text: string) => `@@ remplacer ${number}\n${text}\n@@ fin\n`

describe('a reply that was interrupted', () => {
  it('proposes the rest once it is continued, and nothing twice that was decided meanwhile', async () => {
    isCut = true
    await ask(`${replacing(1, 'Premier.')}@@ insérer après 2\nAjout.\n@@ fin\n@@ remplacer 3\nTrois`)
    const [first, second, third] = (await list()) as [Proposal, Proposal, Proposal]
    expect([first.state, second.state, third.reason]).toEqual(['open', 'open', 'unclosed'])
    await accept(first.id)
    await accept(second.id)
    isCut = false
    await ask('ième.\n@@ fin', { action: 'continue', messageHistory: [] })
    const waiting = (await list()).filter(({ state }) => state !== 'accepted')
    expect(waiting.map(({ state, after }) => [state, after])).toEqual([['open', 'Troisième.']])
    await accept(waiting[0]!.id)
    expect(await texts()).toEqual(['Premier.', 'Deux.', 'Ajout.', 'Troisième.', 'Quatre.'])
  })

  it('without a document is continued without one', async () => {
    isCut = true
    await ask(replacing(1, 'Premier.'))
    isCut = false
    await ask(`\n${replacing(2, 'Second.')}`, { action: 'continue', messageHistory: [] })
    const before = (await list()).length
    isCut = true
    await ask('Je réfléchis', { written_document_id: null })
    isCut = false
    await ask(`.\n${replacing(4, 'Dernier.')}`, { action: 'continue', messageHistory: [] })
    expect(received[0]!.content).not.toContain('¶1')
    expect(await list()).toHaveLength(before)
  })
})

it('that replaces another one is about the same document and the same blocks', async () => {
  const { body: other } = await app.call(writtenDocuments.create, { token: ana.token, body: { title: 'Autre', markdown } })
  await ask(replacing(1, 'A.'), { written_document_id: other.id, block_ids: [other.blocks[1]!.id] })
  await ask(`${replacing(1, 'B.')}${replacing(2, 'C.')}`, { action: 'regenerate', messageHistory: [] })
  expect(await list()).toEqual([])
  const { body } = await app.call(proposals.list, { token: ana.token, params: { id: other.id } })
  expect(body.map(({ state, after }) => [state, after])).toEqual([
    ['unplaced', '@@ remplacer 1\nB.\n@@ fin'],
    ['open', 'C.'],
  ])
})

describe('a conversation that is deleted', () => {
  it('leaves what its replies proposed, even unread', async () => {
    await ask(replacing(1, 'Premier.'))
    await removeConversation()
    const [proposal] = await list()
    expect(proposal).toMatchObject({ state: 'open', message_id: null, after: 'Premier.' })
    await accept(proposal!.id)
    expect((await texts())[0]).toBe('Premier.')
  })

  it('takes the proposals of replies that others replaced', async () => {
    await ask(replacing(1, 'Premier.'))
    expect(await list()).toHaveLength(1)
    await ask(replacing(2, 'Second.'), { action: 'regenerate', messageHistory: [] })
    await removeConversation()
    expect((await list()).map(({ after }) => after)).toEqual(['Second.'])
  })
})

describe('a document longer than the model reads', () => {
  const long = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `b${at + 1}`, kind: 'paragraph' as const, text: `Bloc ${at + 1}. ${'mot '.repeat(length / 4)}` }))
  const write = async (blocks: object[]) =>
    (document = (await app.call(writtenDocuments.create, { token: ana.token, body: { title: 'Long', blocks: blocks as never, conversation_id } })).body)

  it('is sent by whole blocks from its beginning, and only these may change', async () => {
    window = 4_000
    await write(long(40, 400))
    await ask(`${replacing(1, 'Premier.')}${replacing(30, 'Trentième.')}`)
    expect(received[0]!.content).toMatch(/Une partie seulement du document est donnée \(¶1 à ¶\d+\)/)
    expect(received[0]!.content).not.toContain('Une partie du texte a été retirée ici')
    expect((await list()).map(({ state, reason }) => [state, reason])).toEqual([
      ['open', undefined],
      ['unplaced', 'outside_selection'],
    ])
  })

  it('is sent around what is selected; a paragraph longer than the window is left out', async () => {
    window = 4_000
    await write([
      ...long(20, 400),
      { id: 'long', kind: 'paragraph', text: 'mot '.repeat(50_000) },
      ...long(20, 400).map((block) => ({ ...block, id: `c${block.id}` })),
    ])
    await ask('Voilà.', { block_ids: ['b15', 'long'] })
    expect(received[0]!.content).toContain('¶15 Bloc 15.')
    expect(received[0]!.content).not.toMatch(/^¶(?:1|21) /m)
    await ask(replacing(21, 'Court.'), { block_ids: ['long'] })
    expect(await list()).toMatchObject([{ state: 'unplaced', reason: 'outside_selection' }])
  })

  it('is sent once: the copies of answered questions are deleted', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      await ask(replacing(1, `Tour ${turn}.`))
      await list()
    }
    const copies = await app.db.selectFrom('written_document_request').where('document_id', '=', document.id).select('message_id').execute()
    expect(copies).toHaveLength(3)
  })
})

describe('a proposal', () => {
  it('to delete a block takes the text that the person gives instead', async () => {
    await ask('@@ supprimer 2')
    const [{ id }] = (await list()) as [Proposal]
    await accept(id, { blocks: [{ id: document.blocks[1]!.id, kind: 'paragraph', text: 'Deux, plus court.' }] })
    expect(await texts()).toEqual(['Un.', 'Deux, plus court.', 'Trois.', 'Quatre.'])
  })

  it('of two replies placed by one reading come in the order of the replies', async () => {
    await ask(`${replacing(1, 'A.')}${replacing(2, 'B.')}`)
    await ask(`${replacing(3, 'C.')}${replacing(4, 'D.')}`)
    expect((await list()).map(({ after }) => after)).toEqual(['A.', 'B.', 'C.', 'D.'])
  })

  it('of a table that no document may have is shown and not applied; the text stays one that can be saved', async () => {
    const wide = `|${' a |'.repeat(60)}\n|${'---|'.repeat(60)}\n|${' b |'.repeat(60)}`
    await ask(`@@ insérer après 1\n${wide}\n@@ fin`)
    expect(await list()).toMatchObject([{ state: 'unplaced', kind: 'insert' }])
    expect((await app.call(writtenDocuments.create, { token: ana.token, body: { title: 'Large', markdown: wide } })).error.code).toBe(
      'written_documents.too_long',
    )
  })

  it('keeps the level of its document, which later replies of the conversation have too', async () => {
    const project = (await app.call(routes.projects.create, { token: ana.token, body: { name: 'P', min_level: 2 } })).body
    await app.call(writtenDocuments.update, { token: ana.token, params: { id: document.id }, body: { project_id: project.id } })
    await ask(replacing(1, 'Premier.'))
    const levels = async () =>
      (
        await app.db
          .selectFrom('message')
          .where('conversation_id', '=', conversation_id)
          .where('role', '=', 'assistant')
          .select(['documents_level', 'needed_level'])
          .orderBy('position')
          .execute()
      ).map((one) => [one.documents_level, one.needed_level])
    expect(await levels()).toEqual([[2, 2]])
    await ask('Une suite.', { written_document_id: null })
    expect((await levels()).at(-1)![1]).toBe(2)
  })
})
