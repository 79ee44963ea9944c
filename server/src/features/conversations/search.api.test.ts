import { routes } from '@parvis/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { foldForSearch, words } from './search-terms.ts'

const { conversations } = routes

const app = openTestApp()
const { owner, other } = people(app, { owner: {}, other: {} })

async function keep(person: TestUser, title: string, ...said: string[]): Promise<string> {
  const { id } = (await app.call(conversations.findOrCreate, { token: person.token, body: {} })).body
  for (const [at, content] of said.entries())
    await app.call(conversations.addMessage, { token: person.token, params: { id }, body: { role: at % 2 === 0 ? 'user' : 'assistant', content } })
  await app.call(conversations.update, { token: person.token, params: { id }, body: { title } })
  return id
}
const search = async (text: string, person = owner) => (await app.call(conversations.list, { token: person.token, query: { search: text } })).body
const titles = async (text: string, person = owner) => (await search(text, person)).map(({ title }) => title)

test('nothing without a session, nothing of somebody else, too long refused', async () => {
  await keep(other, 'Secret', 'La girolle pousse ici')
  expect((await app.call(conversations.list, { query: { search: 'girolle' } })).status).toBe(401)
  expect(await titles('girolle')).toEqual([])
  expect(await titles('girolle', other)).toEqual(['Secret'])
  expect((await app.call(conversations.list, { token: owner.token, query: { search: 'x'.repeat(201) } })).status).toBe(422)
})

test('looks in titles and messages, whatever accents and capitals, by the beginning of words, all of them', async () => {
  const person = await app.createUser()
  await keep(person, 'Règlement de la cantine', 'Quel est le tarif ?', 'Le tarif est de **3,20 €** par repas à l’ÉCOLE.')
  await keep(person, 'Marché public', 'Rédige un cahier des charges', 'Voici l’œuvre : un cahier.')
  const found = (text: string) => titles(text, person)
  expect(await found('reglement')).toEqual(['Règlement de la cantine'])
  expect(await found('ecole')).toEqual(['Règlement de la cantine'])
  expect(await found('École')).toEqual(['Règlement de la cantine'])
  expect(await found('e\u0301cole')).toEqual(['Règlement de la cantine'])
  expect(await found('OEUVRE')).toEqual(['Marché public'])
  expect(await found('cant TARIF')).toEqual(['Règlement de la cantine'])
  expect(await found('cahier')).toEqual(['Marché public'])
  expect(await found('cahier tarif')).toEqual([])
  expect(await found('antine')).toEqual([])
  expect(await found('l’école')).toEqual(['Règlement de la cantine'])
  expect(await found('  ')).toEqual(['Marché public', 'Règlement de la cantine'])
})

describe('a number, a date or a reference is found however it is written', () => {
  const written: [string[], string[]][] = [
    [
      ['Montant 1 234,56 €', 'Montant 1234,56 €', 'Montant 1.234,56 €', 'Montant 1\u202f234,56'],
      ['1234,56', '1 234,56', '1.234,56', '1234', '1 234', '1 234 56'],
    ],
    [
      ['Article L. 2121-29', 'Article L2121-29', 'L 2121-29 du code', 'art. l.2121-29'],
      ['L2121-29', 'L. 2121-29', 'L 2121-29', 'l2121', 'article L2121-29'],
    ],
    [
      ['Article 12 du bail', 'art. 12', 'Art 12'],
      ['article 12', 'art. 12', 'art 12'],
    ],
    [
      ['Décret R.* 423-1', 'R423-1'],
      ['R423-1', 'R. 423-1', 'R*423-1'],
    ],
    [
      ['Séance du 12/03/2026', 'Séance du 12 mars 2026', 'Séance 2026-03-12', 'Le 12.03.2026'],
      ['12/03/2026', '12 mars 2026', '12/3/2026', '2026-03-12', '12 MARS 2026'],
    ],
    [
      ['Le 1er août', 'Le 01/08', 'Le 1er aout 2026'],
      ['1er août', '1/8', '01/08', '1 aout'],
    ],
    [
      ['Tél. 06 12 34 56 78', 'Tél. 0612345678', 'Tél. +33 6 12 34 56 78', '06.12.34.56.78'],
      ['06 12 34 56 78', '0612345678', '06.12.34.56.78', '+33 6 12 34 56 78'],
    ],
    [
      ['Nomenclature M57', 'Nomenclature M. 57'],
      ['M57', 'M.57'],
    ],
    [
      ['Budget de 25 000 000 €', '25000000'],
      ['25 000 000', '25.000.000', '25000000', '25000000,00'],
    ],
  ]

  test.each(written)('%j by %j', async (titled, searches) => {
    const person = await app.createUser()
    await keep(person, 'Autre montant 1 235 ou 2121', 'Article 29, 56 pages, le 13 mars 2025')
    for (const title of titled) await keep(person, title)
    for (const text of searches) expect((await titles(text, person)).toSorted(), text).toEqual(titled.toSorted())
    const saying = await app.createUser()
    for (const [at, said] of titled.entries()) await keep(saying, `n${at}`, `Bonjour, voici : ${said}. Merci.`)
    for (const text of searches) expect(await titles(text, saying), text).toHaveLength(titled.length)
  })

  test('the whole of it is marked', async () => {
    const person = await app.createUser()
    await keep(person, 'Montant 1 234,56 €', 'Une facture')
    const [found] = await search('montant 1234,56', person)
    expect(found!.match!.title).toEqual([
      { text: 'Montant', found: true },
      { text: ' ', found: false },
      { text: '1 234,56', found: true },
      { text: ' €', found: false },
    ])
  })

  test('however far apart its parts came before in a long message', async () => {
    const person = await app.createUser()
    await keep(person, 'Rapport', `1 ${Array.from({ length: 3_000 }, (_, at) => `mot${at}x`).join(' ')} 234 puis 1 234 et L. 2121-29`)
    expect([await titles('1234', person), await titles('L2121-29', person)]).toEqual([['Rapport'], ['Rapport']])
  })
})

test('what looks like a pattern or a query is only text', async () => {
  const person = await app.createUser()
  await keep(person, 'Remise', 'Une remise de 100 % & plus')
  for (const text of ['%', '_', '\\', "'", "':* | 'z", '!', '&', '(', '"', 're%ise', 'r_mise', "remise' | 'x", '\\remise:*']) {
    const answer = await app.call(conversations.list, { token: person.token, query: { search: text } })
    expect(answer.status, text).toBe(200)
    if (!text.includes('remise')) expect(answer.body, text).toEqual([])
  }
  expect(await titles('100 %', person)).toEqual(['Remise'])
  expect(await titles('\\remise:*', person)).toEqual(['Remise'])
})

test('gives the passage: which message, whose, and the words in it', async () => {
  const person = await app.createUser()
  const id = await keep(
    person,
    'Urbanisme',
    'Une question',
    `${'Rien à voir. '.repeat(40)}Le [permis](https://exemple.fr) de **construire** suffit. ${'Suite. '.repeat(60)}`,
  )
  const [found] = await search('permis construire', person)
  const messages = (await app.call(conversations.get, { token: person.token, params: { id } })).body.messages
  expect(found!.match!.passage).toMatchObject({ message_id: messages[1]!.id, role: 'assistant' })
  const { parts } = found!.match!.passage!
  const text = parts.map((part) => part.text).join('')
  expect(text).toMatch(/^….*Le permis de construire suffit\..*…$/)
  expect(text.length).toBeLessThan(240)
  expect(parts.filter((part) => part.found).map((part) => part.text)).toEqual(['permis', 'construire'])

  const [titled] = await search('urba', person)
  expect(titled!.match).toEqual({ title: [{ text: 'Urbanisme', found: true }], passage: null })
  expect((await app.call(conversations.list, { token: person.token })).body[0]!.match).toBeUndefined()
})

test('hidden instructions, replaced answers and running ones are not found', async () => {
  const person = await app.createUser()
  const id = await keep(person, 'Conversation', 'Une question', 'Une réponse sur le compostage')
  await app.call(conversations.addMessage, { token: person.token, params: { id }, body: { role: 'system', content: 'instruction cachée' } })
  expect(await titles('cachee', person)).toEqual([])
  expect(await titles('compostage', person)).toHaveLength(1)
  await app.db
    .updateTable('message')
    .set({ superseded_at: sql`now()` })
    .where('conversation_id', '=', id)
    .where('role', '=', 'assistant')
    .execute()
  expect(await titles('compostage', person)).toEqual([])
})

test('a kept reply is found once it is written', async () => {
  const person = await app.createUser()
  const { id } = (await app.call(conversations.findOrCreate, { token: person.token, body: {} })).body
  const reply = await app.call(routes.chat.stream, {
    token: person.token,
    body: { conversation_id: id, messageHistory: [{ role: 'user', content: 'Parlez-moi du tilleul argenté' }] },
  })
  expect(reply.status).toBe(200)
  expect((await search('tilleul argente', person)).map((one) => one.id)).toEqual([id])
})

test('the database and the server cut and fold words the same way', async () => {
  const letters = fc.constantFrom(...'aeéÉèçÇœŒæÆïüÿñ0129²½ﬁߔ»’\'"-–—_.,;:/\\|&!*()[]{}<>%€@#~^` \n\t\u00a0\u0301ΑωЖя日👋')
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: fc.oneof(letters, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })), maxLength: 60 }), async (text) => {
      if (text.includes('\0') || !text.isWellFormed()) return
      const { rows } = await sql<{ words: string[] }>`
        select tsvector_to_array(search_words(${owner.id}::uuid, ${text})) as words`.execute(app.db)
      const kept = new Set(rows[0]!.words.map((word) => word.slice(8)))
      for (const word of words(foldForSearch(text))) expect(kept, JSON.stringify(text)).toContain(word)
    }),
    { numRuns: 300, seed: 20261121 },
  )
})

test('no message is too long or too strange to be indexed', async () => {
  const person = await app.createUser()
  const distinct = (length: number, from: number) => Array.from({ length }, (_, at) => String.fromCodePoint(from + (at % 40_000))).join(' ')
  for (const content of ['\ufdfa'.repeat(100_000), distinct(50_000, 0x20000), 'a'.repeat(100_000), 'été '.repeat(25_000)]) {
    const { id } = (await app.call(conversations.findOrCreate, { token: person.token, body: {} })).body
    const kept = await app.call(conversations.addMessage, { token: person.token, params: { id }, body: { role: 'user', content } })
    expect(kept.status).toBe(201)
  }
  expect((await search('ete', person)).length).toBe(1)
})

test('sixty long messages of noise, then eight letters: found, and indexed as they were written', async () => {
  const person = await app.createUser()
  const { id } = (await app.call(conversations.findOrCreate, { token: person.token, body: {} })).body
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  let seed = 7
  const letter = () => letters[(seed = (seed * 48_271) % 2_147_483_647) % 26]
  const noise = () => Array.from({ length: 19_800 }, () => `${letter()}${letter()}${letter()}${letter()}`).join(' ')
  for (let nth = 0; nth < 60; nth += 1) {
    const kept = await app.call(conversations.addMessage, { token: person.token, params: { id }, body: { role: 'user', content: noise() } })
    expect(kept.status).toBe(201)
  }
  expect(await app.db.selectFrom('message_to_index').where('owner_id', '=', person.id).selectAll().execute()).toEqual([])
  const [found, ...others] = await search('a b c d e f g h', person)
  expect([found!.id, found!.match!.passage === null, others]).toEqual([id, false, []])
  expect(await search('a b c d e f g é!', person)).toHaveLength(1)
  expect(await search('a ß', person)).toEqual([])
})

test('a message that changes, is replaced, then comes back is found by what it says now', async () => {
  const person = await app.createUser()
  const id = await keep(person, 'Marché', 'Une question', 'La tondeuse')
  const change = (values: object) => app.db.updateTable('message').set(values).where('conversation_id', '=', id).where('role', '=', 'assistant').execute()
  await change({ content: 'La débroussailleuse' })
  expect([await titles('tondeuse', person), await titles('debrouss', person)]).toEqual([[], ['Marché']])
  await change({ superseded_at: new Date() })
  expect(await titles('debrouss', person)).toEqual([])
  await change({ superseded_at: null })
  expect(await titles('debrouss', person)).toEqual(['Marché'])
})
