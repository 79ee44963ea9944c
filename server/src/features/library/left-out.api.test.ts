import { routes } from '@parvis/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChatBench, type ChatBench } from '../../testing/chat-bench.ts'
import { openReply } from '../../testing/reply-client.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { addToBase, loadForSelf } from '../documents/documents.fixture.ts'

// Three files, of which one is broken: the others serve, and the answer says what it could not take into account.
let bench: ChatBench
let ana: TestUser
let conversation_id: string
beforeAll(async () => {
  bench = await createChatBench()
  ana = await bench.app.createUser()
  const documents = [
    await loadForSelf(bench.app, ana, 'bail.txt', 'Le loyer est de 4 000 euros par an.'),
    await loadForSelf(bench.app, ana, 'scan_[abîmé].pdf', '%PDF-1.4 rien de lisible'),
    await loadForSelf(bench.app, ana, 'avenant.txt', 'L’avenant porte la durée à six ans.'),
  ]
  const { body } = await bench.app.call(routes.conversations.findOrCreate, { token: ana.token, body: { documents } })
  conversation_id = body.id
})
afterAll(() => bench.close())

const notice = /^\*{3}scan\\_\\\[abîmé\\\]\.pdf\*\* n’a pas pu être lu \([^)]+\)\u00a0: cette réponse n’en tient pas compte\.\*\n\n/

async function ask(message: string): Promise<{ text: string; prompt: string }> {
  const reply = await openReply(`${bench.url}/api/rag/query/stream`, ana.token, { body: { conversation_id, message } })
  await reply.ended
  return { text: reply.text(), prompt: JSON.stringify(bench.model.requests.at(-1)?.body.messages ?? []) }
}

it('the broken file is named once, with why, and the others are given whole', async () => {
  expect((await ask('Bonjour')).text).not.toMatch(notice)
  const first = await ask('Fais la synthèse de ces documents')
  expect(first.text).toMatch(notice)
  expect(first.prompt).toContain('Le loyer est de 4 000 euros par an.')
  expect(first.prompt).toContain('L’avenant porte la durée à six ans.')
  expect(first.prompt).toMatch(/N’a pas été lu\u00a0:\\n```\\n\*\*scan/)
  const second = await ask('Quelle est la durée ?')
  expect(second.text).not.toMatch(notice)
  expect(second.prompt).not.toContain('n’en tient pas compte')
})

it('put otherwise, an answer that the broken file is missing from still says so', async () => {
  const { body } = await bench.app.call(routes.conversations.get, { token: ana.token, params: { id: conversation_id } })
  const documents = body.documents.flatMap(({ document_id }) => document_id ?? [])
  const id = (await bench.app.call(routes.conversations.findOrCreate, { token: ana.token, body: { documents } })).body.id
  const first = await openReply(`${bench.url}/api/rag/query/stream`, ana.token, { body: { conversation_id: id, message: 'Fais la synthèse de ces documents' } })
  await first.ended
  expect(first.text()).toMatch(notice)
  const message_id = (await bench.messages(ana, id)).at(-1)!.id
  const shorter = await bench.send(ana, id, '', { action: 'regenerate', rewrite: 'shorter', message_id })
  await shorter.ended
  expect(shorter.text()).toMatch(notice)
  expect(JSON.stringify(bench.model.requests.at(-1)?.body.messages)).not.toContain('n’en tient pas compte')
})

it('a category of which no document could be read says so, and asks nobody to wait', async () => {
  await addToBase(bench.app, ana, 'scan.pdf', '%PDF-1.4 rien de lisible', { category: 'Numérisations' })
  const body = { message: 'Quel est le montant du loyer ?', category: 'Numérisations' }
  const reply = await openReply(`${bench.url}/api/rag/query/stream`, ana.token, { body })
  await reply.ended
  expect(reply.text()).toMatch(/^Aucun document de cette catégorie n’a pu être lu\u00a0:/)
})
