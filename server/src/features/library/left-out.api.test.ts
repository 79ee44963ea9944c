import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { addToLibrary, fileForm, uploadPrivate } from '../documents/documents.fixture.ts'
import { people } from '../../testing/open-test-app.ts'
import { sourcesOf } from '../../testing/reply-client.ts'
import { openChatBench } from '../../testing/chat-bench.ts'
import { waitUntilRead } from './wait-until-read.ts'

// Three files, one of them broken: the others are used, and the reply names the one left out.
const bench = openChatBench()
const { ana } = people(bench.app, { ana: {} })
let conversation_id: string
beforeAll(async () => {
  const documents = [
    await uploadPrivate(bench.app, ana, 'bail.txt', 'Le loyer est de 4 000 euros par an.'),
    await uploadPrivate(bench.app, ana, 'scan_[abîmé].pdf', '%PDF-1.4 rien de lisible'),
    await uploadPrivate(bench.app, ana, 'avenant.txt', 'L’avenant porte la durée à six ans.'),
  ]
  conversation_id = await bench.newConversation(ana, { documents })
})

const notice = /^\*{3}scan\\_\\\[abîmé\\\]\.pdf\*\* n’a pas pu être lu \([^)]+\)\u00a0: cette réponse n’en tient pas compte\.\*\n\n/

async function ask(message: string): Promise<{ text: string; prompt: string }> {
  const reply = await bench.askLibrary(ana, { conversation_id, message })
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
  const id = await bench.newConversation(ana, { documents })
  const first = await bench.askLibrary(ana, { conversation_id: id, message: 'Fais la synthèse de ces documents' })
  expect(first.text()).toMatch(notice)
  const message_id = (await bench.messages(ana, id)).at(-1)!.id
  const shorter = await bench.ask(ana, id, '', { action: 'regenerate', rewrite: 'shorter', message_id })
  expect(shorter.text()).toMatch(notice)
  expect(JSON.stringify(bench.model.requests.at(-1)?.body.messages)).not.toContain('n’en tient pas compte')
})

it('a category of which no document could be read says so, and asks nobody to wait', async () => {
  await addToLibrary(bench.app, ana, 'scan.pdf', '%PDF-1.4 rien de lisible', { category: 'Numérisations' })
  const reply = await bench.askLibrary(ana, { message: 'Quel est le montant du loyer ?', category: 'Numérisations' })
  expect(reply.text()).toMatch(/^Aucun document de cette catégorie n’a pu être lu\u00a0:/)
})

it('a category that closed since a conversation chose it is told in front of the answer, once', async () => {
  const { app } = bench
  await addToLibrary(app, ana, 'primes.md', 'La prime de fin d’année est de 300 euros.', { category: 'Primes' })
  const id = await bench.newConversation(ana, { library: 'Primes' })
  const question = 'Quel est le montant de la prime de fin d’année ?'
  expect((await bench.ask(ana, id, question)).text()).not.toContain('n’en tient pas compte')
  const category = app.db.selectFrom('document_category').where('name', '=', 'Primes').select('id')
  await app.db.deleteFrom('access_grant').where('document_category_id', 'in', category).execute()
  const told = 'n’est pas, ou n’est plus, une catégorie de documents qui vous est ouverte\u00a0: cette réponse n’en tient pas compte.'
  expect((await bench.ask(ana, id, question)).text().startsWith(`***Primes** ${told}*\n\n`)).toBe(true)
  expect((await bench.ask(ana, id, question)).text()).not.toContain(told)
  expect(JSON.stringify(bench.model.requests.at(-1)?.body.messages)).not.toContain(told)
})

it('a long scan that was there before is not waited for at each question, and is named as being read', async () => {
  const form = fileForm('registre.txt', 'Le registre des délibérations.', {}, 'document')
  const { document_id } = (await bench.app.call(routes.library.upload, { token: ana.token, form })).body
  // A document uploaded an hour ago and moved to the long lane.
  await bench.app.db.updateTable('job').set({ lane: 'long' }).where('document_id', '=', document_id).execute()
  await bench.app.db
    .updateTable('document')
    .set({ created_at: sql<string>`now() - interval '1 hour'` })
    .where('id', '=', document_id)
    .execute()
  const gone = AbortSignal.timeout(5_000)
  const reading = await waitUntilRead(bench.app.context, { owner_id: ana.id, documents: [document_id] }, 'any', gone)
  expect(reading).toMatchObject({ pending: ['registre.txt'], ready: 0, failedUploads: [] })
})

it('one that was just loaded is waited for, whatever its lane', async () => {
  const form = fileForm('note.txt', 'La note de service.', {}, 'document')
  const { document_id } = (await bench.app.call(routes.library.upload, { token: ana.token, form })).body
  await bench.app.db.updateTable('job').set({ lane: 'long' }).where('document_id', '=', document_id).execute()
  const reading = waitUntilRead(bench.app.context, { owner_id: ana.id, documents: [document_id] }, 'any', AbortSignal.timeout(30_000))
  await bench.app.context.worker.drain()
  expect(await reading).toMatchObject({ pending: [], ready: 1, failedUploads: [] })
})

it('a fifth question is searched as the first, and one beyond those searched at once is named in front of the answer', async () => {
  const { app } = bench
  await addToLibrary(app, ana, 'cantine.txt', 'Le repas de la cantine scolaire coûte trois euros.', { category: 'Vie locale' })
  await addToLibrary(app, ana, 'piscine.txt', 'La piscine municipale ouvre à neuf heures du matin.', { category: 'Vie locale' })
  const about = (what: string) => `Combien coûte le repas de la cantine ${what} ?`
  const questions = [...['maternelle', 'élémentaire', 'adaptée', 'hebdomadaire'].map(about), 'À quelle heure ouvre la piscine municipale ?']
  const five = await bench.askLibrary(ana, { message: questions.join(' '), category: 'Vie locale' })
  expect(sourcesOf(five).map(({ document }) => document)).toContain('piscine.txt')
  expect(five.text()).not.toContain('questions à la fois')

  const more = [...questions, ...['mensuelle', 'estivale', 'collective'].map(about), 'Où garer un camion aménagé ?']
  const nine = await bench.askLibrary(ana, { message: more.join(' '), category: 'Vie locale' })
  expect(nine.text()).toMatch(
    /^\*Je cherche dans les documents 8\u00a0questions à la fois\. À poser dans un autre message\u00a0: «\u00a0Où garer un camion aménagé \?\u00a0»\.\*\n\n/,
  )
  expect(JSON.stringify(bench.model.requests.at(-1)?.body.messages)).toContain(
    'La recherche n’a pas porté sur ce que le message demande à partir de «\u00a0Où garer',
  )
})
