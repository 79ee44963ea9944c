import { routes, type Proposal, type WrittenDocument } from '@parvis/contract'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LlmRequest } from '../../../platform/llm/port.ts'
import { openTestApp, people } from '../../../testing/open-test-app.ts'

const { chat, conversations, proposals, writtenDocuments, writtenVersions } = routes

let answer = ''
let received: LlmRequest['messages'] = []
const app = openTestApp({
  llm: {
    async complete(request) {
      received = request.messages
      // Marks are cut between two pieces.
      for (let at = 0; at < answer.length; at += 7) request.onDelta(answer.slice(at, at + 7))
      return { finish: 'stop', model: 'essai', usage: null }
    },
  },
  config: { chat: { maxRunning: 1_000, maxPerMinute: 100_000 } },
})
const { ana, bruno } = people(app, { ana: {}, bruno: {} })

const markdown = 'Vu le code,\n\nArticle 1 : Le tarif est de 12 €.\n\nArticle 2 : Il s’applique demain.'
let document: WrittenDocument
let conversation_id: string
beforeEach(async () => {
  conversation_id = (await app.call(conversations.findOrCreate, { token: ana.token, body: {} })).body.id
  document = (await app.call(writtenDocuments.create, { token: ana.token, body: { title: 'Tarifs', kind: 'deliberation', markdown, conversation_id } })).body
})

async function ask(content: string, reply: string, more: object = {}) {
  answer = reply
  const body = { conversation_id, messageHistory: [{ role: 'user' as const, content }], ...more }
  const { status } = await app.call(chat.stream, { token: ana.token, body })
  expect(status).toBe(200)
}
const list = async (who = ana): Promise<Proposal[]> => (await app.call(proposals.list, { token: who.token, params: { id: document.id } })).body
const decide = (route: typeof proposals.accept | typeof proposals.refuse, proposal_id: string, body: object = {}) =>
  app.call(route, { token: ana.token, params: { id: document.id, proposal_id }, body })
const read = async () => (await app.call(writtenDocuments.get, { token: ana.token, params: { id: document.id } })).body
const texts = async () => (await read()).blocks.map((block) => ('text' in block ? block.text : block.kind))
const change = async (at: number, text: string) => {
  const { blocks } = await read()
  const body = { blocks: blocks.map((block, index) => (index === at ? { ...block, text } : block)) as never }
  await app.call(writtenDocuments.update, { token: ana.token, params: { id: document.id }, body })
}
const raised = '@@ remplacer 2\nArticle 1 : Le tarif est de 15 €.\n@@ fin'

describe('the changes that a reply asks for', () => {
  it('are proposals, which survive and change nothing until they are accepted', async () => {
    await ask('Passe le tarif à 15 €', `Je change l’article 1.\n\n${raised}\n\n@@ supprimer 3`)
    const system = received[0]!.content
    expect(system).toContain('¶2 Article 1 : Le tarif est de 12 €.')
    expect(system).toContain('Nature : délibération')
    const found = await list()
    expect(found.map(({ kind, state, before, after }) => ({ kind, state, before, after }))).toEqual([
      { kind: 'replace', state: 'open', before: 'Article 1 : Le tarif est de 12 €.', after: 'Article 1 : Le tarif est de 15 €.' },
      { kind: 'delete', state: 'open', before: 'Article 2 : Il s’applique demain.', after: null },
    ])
    expect(await list()).toEqual(found)
    expect([await texts(), (await read()).open_proposals]).toEqual([markdown.split('\n\n'), 2])

    const { status, body } = await decide(proposals.accept, found[0]!.id)
    expect([status, body.proposal.state, body.document.version]).toEqual([200, 'accepted', 2])
    expect((await decide(proposals.refuse, found[1]!.id)).body.proposal.state).toBe('refused')
    expect(await texts()).toEqual(['Vu le code,', 'Article 1 : Le tarif est de 15 €.', 'Article 2 : Il s’applique demain.'])
    expect((await decide(proposals.accept, found[0]!.id)).error.code).toBe('written_documents.decided')
    expect((await read()).blocks[1]!.id).toBe(document.blocks[1]!.id)
    const [version] = (await app.call(writtenVersions.list, { token: ana.token, params: { id: document.id } })).body
    expect(version).toMatchObject({ reason: 'proposition', model: expect.any(String), author: expect.any(String) })
  })

  it('in an answer without a document, or to a question that says none, are words', async () => {
    await ask('Passe le tarif à 15 €', raised, { written_document_id: null })
    expect(received[0]!.content).not.toContain('¶2')
    expect(await list()).toEqual([])
    const mine = { token: bruno.token, body: { written_document_id: document.id, conversation_id, messageHistory: [{ role: 'user' as const, content: 'x' }] } }
    expect((await app.call(chat.stream, mine)).status).toBe(404)
  })

  it('beyond a selection, without an end or of an unknown block are told, and never applied', async () => {
    await ask('Plus court', `${raised}\n@@ remplacer 1\nVu.\n@@ fin\n@@ supprimer 9\n@@ remplacer 2\nCoupé`, { block_ids: [document.blocks[1]!.id] })
    expect(received[0]!.content).toContain('La personne a sélectionné ¶2')
    const found = await list()
    expect(found.map(({ state, reason }) => [state, reason])).toEqual([
      ['open', undefined],
      ['unplaced', 'outside_selection'],
      ['unplaced', 'unknown_block'],
      ['unplaced', 'unclosed'],
    ])
    expect(found[3]!.after).toBe('@@ remplacer 2\nCoupé')
    expect((await decide(proposals.accept, found[1]!.id)).error.code).toBe('written_documents.unplaced')
    expect((await decide(proposals.refuse, found[1]!.id)).status).toBe(200)
    const ids = found.filter(({ state }) => state === 'open').map(({ id }) => id)
    const all = await app.call(proposals.acceptAll, { token: ana.token, params: { id: document.id }, body: { ids } })
    expect(all.body.proposals.map(({ state }) => state)).toEqual(['accepted'])
  })

  it('on a passage that changed since are conflicts: nothing is overwritten, the person’s own text settles it', async () => {
    await ask('Passe le tarif à 15 €', raised)
    const [{ id }] = (await list()) as [Proposal]
    await change(1, 'Article 1 : Le tarif est de 20 €.')
    expect(await list()).toMatchObject([{ state: 'conflict', reason: 'changed_since' }])
    const refused = await decide(proposals.accept, id)
    expect([refused.status, refused.error.code]).toEqual([409, 'written_documents.conflict'])
    expect((await texts())[1]).toBe('Article 1 : Le tarif est de 20 €.')
    const settled = await decide(proposals.accept, id, {
      blocks: [{ id: document.blocks[1]!.id, kind: 'paragraph', text: 'Article 1 : Le tarif est de 18 €.' }],
    })
    expect([settled.status, (await texts())[1]]).toEqual([200, 'Article 1 : Le tarif est de 18 €.'])
  })

  it('are told to the model with what the person changed since, and without their former numbers', async () => {
    await ask('Passe le tarif à 15 €', `Voilà.\n${raised}`)
    await change(2, 'Article 2 : Il s’applique lundi.')
    await ask('Et maintenant ?', 'Rien à changer.')
    expect(received[0]!.content).toContain('Depuis votre dernière lecture : ¶3 ont changé')
    const earlier = () => received.find(({ role }) => role === 'assistant')!.content
    expect([earlier().includes('@@'), earlier().startsWith('Voilà.')]).toEqual([false, true])
    await ask('Sans le document ?', 'Rien.', { written_document_id: null })
    expect(earlier()).toBe('Voilà.\n\n(Une modification a été proposée.)')
  })

  it('of a reply that another one replaces wait no longer', async () => {
    await ask('Passe le tarif à 15 €', raised)
    expect(await list()).toHaveLength(1)
    answer = '@@ supprimer 3'
    await app.call(chat.stream, { token: ana.token, body: { conversation_id, action: 'regenerate', messageHistory: [] } })
    expect((await list()).map(({ kind }) => kind)).toEqual(['delete'])
    expect((await read()).open_proposals).toBe(1)
  })

  it('two answers on one passage: the second is a conflict once the first is accepted', async () => {
    await ask('Passe le tarif à 15 €', raised)
    await ask('Plutôt 18 €', '@@ remplacer 2\nArticle 1 : Le tarif est de 18 €.\n@@ fin')
    const ids = (await list()).map(({ id }) => id)
    const { body } = await app.call(proposals.acceptAll, { token: ana.token, params: { id: document.id }, body: { ids } })
    expect(body.proposals.map(({ state }) => state)).toEqual(['accepted', 'conflict'])
    expect((await texts())[1]).toBe('Article 1 : Le tarif est de 15 €.')
  })

  it('accepted by two calls at once are applied once', async () => {
    await ask('Ajoute un article', '@@ insérer après 3\nArticle 3 : Fin.\n@@ fin')
    const [{ id }] = (await list()) as [Proposal]
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide(proposals.accept, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect(await texts()).toHaveLength(4)
  })

  it('read twice at once are placed once', async () => {
    await ask('Passe le tarif à 15 €', raised)
    const lists = await Promise.all(Array.from({ length: 5 }, () => list()))
    for (const found of lists) expect(found).toHaveLength(1)
  })

  it('never lose accepted text, whatever the order of edits and decisions', async () => {
    const step = fc.constantFrom('accept', 'refuse', 'edit', 'ask')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        document = (await app.call(writtenDocuments.create, { token: ana.token, body: { title: 'T', markdown, conversation_id } })).body
        let count = 0
        const accepted: string[] = []
        for (const one of steps) {
          const waiting = (await list()).find(({ state }) => state === 'open')
          count += 1
          if (one === 'ask') await ask('Ajoute', `@@ insérer après 1\nTexte ${count}.\n@@ fin\n@@ remplacer 2\nArticle 1 : ${count} €.\n@@ fin`)
          else if (one === 'edit') await change((await read()).blocks.length - 1, `Édition ${count}`)
          else if (waiting !== undefined) {
            const { status } = await decide(one === 'accept' ? proposals.accept : proposals.refuse, waiting.id)
            if (one === 'accept' && status === 200 && waiting.kind === 'insert') accepted.push(waiting.after!)
          }
        }
        const now = await texts()
        for (const text of accepted) expect(now).toContain(text)
      }),
      { numRuns: 8 },
    )
  }, 60_000)
})
