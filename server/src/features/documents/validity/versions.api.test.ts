import { routes, type LibraryDocument } from '@parvis/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { isInForce } from '../../../authorization/documents.ts'
import { openTestApp, people } from '../../../testing/open-test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { addToLibrary, fileForm, uploadPrivate } from '../documents.fixture.ts'
import { sql } from 'kysely'

const { documents } = routes
/** Half past midnight in Paris on 1 March 2024: still 29 February in UTC. */
const now = new Date('2024-02-29T23:30:00Z')
const today = '2024-03-01'

const app = openTestApp({ config: { maxUploadMb: 1 } })
beforeAll(() => app.travel(now.getTime() - Date.now()))
const { ana, bruno } = people(app, { ana: {}, bruno: {} })

const send = (fields: Record<string, string>, user: TestUser = ana, name = 'règlement.txt') =>
  app.call(documents.upload, { token: user.token, form: fileForm(name, 'Les bornes sont retirées.', { category: 'Règlements', ...fields }) })
async function add(fields: Record<string, string> = {}, user: TestUser = ana): Promise<LibraryDocument> {
  const { status, body, text } = await send(fields, user)
  expect(status, text).toBe(201)
  return body.document
}
const change = (id: string, body: object, user: TestUser = ana) => app.call(documents.update, { token: user.token, params: { id }, body })
const changed = async (id: string, body: object) => (await change(id, body)).body.document
const read = async (id: string) => (await list()).find((document) => document.id === id)!
const list = async () => (await app.call(documents.list, { token: ana.token })).body.documents
const refusal = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code]
const versionsOf = async (id: string, user: TestUser = ana) =>
  (await app.call(documents.versions, { token: user.token, params: { id } })).body.versions.map((version) => version.id)

/** Adds a chain of versions, each from its day. */
async function chain(...days: string[]): Promise<LibraryDocument[]> {
  const versions: LibraryDocument[] = []
  for (const valid_from of days) versions.push(await add({ valid_from, ...(versions.length > 0 && { supersedes_id: versions.at(-1)!.id }) }))
  return versions
}

describe('dates', () => {
  it('are given at upload and by a change, and an empty or null one is removed', async () => {
    const { id, ...sent } = await add({ valid_from: '2024-01-01', valid_until: '2024-02-29', review_by: '', supersedes_id: '' })
    expect(sent).toMatchObject({ valid_from: '2024-01-01', valid_until: '2024-02-29', review_by: null, supersedes_id: null, in_force_until: '2024-02-29' })
    expect(await changed(id, { valid_until: null, review_by: '2025-02-28' })).toMatchObject({
      valid_from: '2024-01-01',
      valid_until: null,
      in_force_until: null,
    })
    expect(await changed(id, { description: 'Vu' })).toMatchObject({ review_by: '2025-02-28', description: 'Vu' })
  })

  it.each([
    ['2023-02-29', 'valid_from'],
    ['2024-02-30', 'valid_until'],
    ['2024-13-01', 'review_by'],
    ['0000-01-01', 'valid_from'],
    ['01/03/2024', 'valid_from'],
    ['2024-3-1', 'valid_until'],
  ])('refuses %s', async (day, field) => {
    const answers = [await send({ [field]: day }), await change((await add()).id, { [field]: day })]
    for (const { status, error } of answers) expect([status, Object.keys(error.fields ?? {})]).toEqual([422, [field]])
  })

  it('refuses an end before the beginning, also when they are given apart', async () => {
    const dates = { valid_from: '2024-03-02', valid_until: '2024-03-01' }
    const { id } = await add({ valid_from: dates.valid_from })
    const answers = [await send(dates), await change(id, dates), await change(id, { valid_until: dates.valid_until })]
    for (const answer of answers) expect([...refusal(answer), Object.keys(answer.error.fields!)]).toEqual([422, 'request.invalid', ['valid_until']])
    expect((await change(id, { valid_until: '2024-03-02' })).status).toBe(200)
  })

  it.each([
    [{}, 'en_vigueur'],
    [{ valid_from: today, valid_until: today }, 'en_vigueur'],
    [{ valid_from: '2024-03-02' }, 'a_venir'],
    [{ valid_until: '2024-02-29' }, 'expire'],
  ])('with %j, a document is %s', async (fields, force) => {
    expect((await add(fields)).force).toBe(force)
  })

  it('a review is due from the day after, and the list has it on the day', async () => {
    const other = await add({ review_by: '2024-03-02' })
    const reached = await add({ review_by: today })
    const past = await add({ review_by: '2024-02-29' })
    expect([other, reached, past].map(({ review_due }) => review_due)).toEqual([false, false, true])
    const due = async (user: TestUser) =>
      (await app.call(documents.page, { token: user.token, query: { review: 'due', sort: 'recent' } })).body.data.map(({ id }) => id)
    expect(await due(ana)).toEqual([past.id, reached.id])
    expect(await due(bruno)).toEqual([])
  })
})

describe('a chain of versions', () => {
  it('is one document of the list, and its former versions are listed apart', async () => {
    const [first, second, third] = await chain('2021-01-01', '2022-01-01', '2024-03-02')
    const expired = await add({ valid_until: '2024-02-29' })
    const listed = async (force: 'current' | 'former') => {
      const { body } = await app.call(documents.page, { token: bruno.token, query: { force, limit: '100' } })
      return [first!, second!, third!, expired].filter(({ id }) => body.data.some((document) => document.id === id)).map(({ id }) => id)
    }
    expect(await listed('current')).toEqual([second!.id, third!.id, expired.id])
    expect(await listed('former')).toEqual([first!.id, expired.id])
  })

  it('has one version in force each day', async () => {
    const versions = await chain('2023-01-01', '2023-07-01', '2024-03-01')
    const inForceOn = async (day: string) => {
      const rows = await app.db
        .selectFrom('document')
        .where(isInForce(sql`document`, day))
        .where(
          'id',
          'in',
          versions.map(({ id }) => id),
        )
        .select('id')
        .execute()
      return rows.map(({ id }) => versions.findIndex((version) => version.id === id))
    }
    expect(await inForceOn('2022-12-31')).toEqual([])
    for (const [day, at] of [
      ['2023-01-01', 0],
      ['2023-06-30', 0],
      ['2023-07-01', 1],
      ['2024-02-29', 1],
      ['2024-03-01', 2],
      ['2124-01-01', 2],
    ] as const)
      expect([day, await inForceOn(day)]).toEqual([day, [at]])
    expect(await read(versions[1]!.id)).toMatchObject({
      force: 'remplace',
      superseded_on: today,
      superseded_by_id: versions[2]!.id,
      in_force_until: '2024-02-29',
    })
    expect(await versionsOf(versions[1]!.id, bruno)).toEqual(versions.map(({ id }) => id).toReversed())
  })

  it('begins today in Paris when no day is given, in the category of the former one', async () => {
    const former = await add({ category: 'Arrêtés' })
    const { body } = await app.call(documents.upload, { token: ana.token, form: fileForm('v2.txt', 'Nouveau.', { supersedes_id: former.id }) })
    expect(body.document).toMatchObject({ valid_from: today, supersedes_id: former.id, category: 'Arrêtés' })
    expect(await read(former.id)).toMatchObject({ force: 'remplace', in_force_until: '2024-02-29' })
  })

  it('a version deleted in the middle leaves no gap, and the last one restores the one before', async () => {
    const [first, middle, last] = (await chain('2023-01-01', '2023-07-01', '2024-01-01')) as [LibraryDocument, LibraryDocument, LibraryDocument]
    await app.call(documents.remove, { token: ana.token, params: { id: middle.id } })
    expect(await read(last.id)).toMatchObject({ supersedes_id: first.id })
    expect(await read(first.id)).toMatchObject({ in_force_until: '2023-12-31' })
    await app.call(documents.remove, { token: ana.token, params: { id: last.id } })
    expect(await read(first.id)).toMatchObject({ in_force_until: null, force: 'en_vigueur', superseded_by_id: null })
  })

  it('keeps its ends when several versions are deleted at once', async () => {
    const versions = await chain('2023-01-01', '2023-02-01', '2023-03-01', '2023-04-01', '2023-05-01')
    const [first, second, third, fourth, fifth] = versions.map(({ id }) => id) as [string, string, string, string, string]
    await app.db.deleteFrom('document').where('id', 'in', [second, third, fourth]).execute()
    expect(await read(fifth)).toMatchObject({ supersedes_id: first })
    expect(await read(first)).toMatchObject({ in_force_until: '2023-04-30' })
    await app.db.deleteFrom('document').where('id', 'in', [first]).execute()
    expect(await read(fifth)).toMatchObject({ supersedes_id: null })
  })

  it('follows the day of a version, and a version taken out of it', async () => {
    const [first, second] = (await chain('2023-01-01', '2023-07-01')) as [LibraryDocument, LibraryDocument]
    await change(second.id, { valid_from: '2025-01-01' })
    expect(await read(first.id)).toMatchObject({ in_force_until: '2024-12-31', force: 'en_vigueur' })
    await change(first.id, { valid_until: '2023-12-31' })
    expect(await read(first.id)).toMatchObject({ in_force_until: '2023-12-31', force: 'expire' })
    await change(second.id, { supersedes_id: null })
    expect(await read(first.id)).toMatchObject({ in_force_until: '2023-12-31', superseded_on: null })
  })

  it('refuses a version before the one that it replaces, after the next one, and a cycle', async () => {
    const [first, second, third] = (await chain('2023-01-01', '2023-07-01', '2024-01-01')) as [LibraryDocument, LibraryDocument, LibraryDocument]
    expect(refusal(await send({ supersedes_id: third.id, valid_from: '2023-12-31' }))).toEqual([422, 'documents.version_order'])
    expect(refusal(await change(second.id, { valid_from: '2024-01-02' }))).toEqual([422, 'documents.version_order'])
    expect(refusal(await change(first.id, { supersedes_id: third.id, valid_from: '2024-06-01' }))).toEqual([422, 'documents.version_cycle'])
    expect(refusal(await change(first.id, { supersedes_id: first.id }))).toEqual([422, 'documents.version_cycle'])
    // A correction of the same day: the former one was never in force.
    expect((await send({ supersedes_id: third.id, valid_from: '2024-01-01' })).status).toBe(201)
  })

  it('of two people who replace a document at once, one is refused in French', async () => {
    const { id } = await add()
    const answers = await Promise.all([ana, bruno].map((user) => send({ supersedes_id: id }, user)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const refused = answers.find(({ status }) => status === 409)!.error
    expect([refused.code, refused.error]).toEqual(['documents.already_superseded', expect.stringMatching(/^Une autre version remplace déjà ce document\./)])
    expect(await versionsOf(id)).toHaveLength(2)
    const others = await Promise.all([1, 2].map(async () => change((await add()).id, { supersedes_id: id })))
    expect(others.map((answer) => refusal(answer).join(' '))).toEqual(Array(2).fill('409 documents.already_superseded'))
  })

  it('of two documents that replace each other at once, one is refused', async () => {
    const [one, other] = [await add({ valid_from: today }), await add({ valid_from: today })]
    const answers = await Promise.all([change(one.id, { supersedes_id: other.id }), change(other.id, { supersedes_id: one.id })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  it('a version lives where the former one does, and its author reads the former one', async () => {
    const mine = await uploadPrivate(app, ana, 'note.txt', 'Une note.')
    const next = await uploadPrivate(app, ana, 'note 2.txt', 'Une note.')
    const shared = await add()
    expect(refusal(await send({ supersedes_id: mine }))).toEqual([422, 'documents.version_place'])
    expect(refusal(await change(next, { supersedes_id: shared.id }))).toEqual([422, 'documents.version_place'])
    expect((await change(next, { supersedes_id: mine })).status).toBe(200)
    const his = await uploadPrivate(app, bruno, 'note.txt', 'Une note.')
    for (const supersedes_id of [his, crypto.randomUUID()]) {
      expect(refusal(await send({ supersedes_id }))).toEqual([404, 'request.not_found'])
      expect(refusal(await change(next, { supersedes_id }))).toEqual([404, 'request.not_found'])
    }
    expect(refusal(await app.call(documents.versions, { token: ana.token, params: { id: his } }))).toEqual([404, 'request.not_found'])
  })

  it('a category kept by its editors has its versions from them only', async () => {
    const { id } = await add({ category: 'Actes' })
    await app.db.updateTable('document_category').set({ is_kept: true }).where('name', '=', 'Actes').execute()
    expect(refusal(await send({ supersedes_id: id, category: 'Règlements' }, bruno))).toEqual([403, 'documents.category_closed'])
    const mine = await add()
    expect((await change(mine.id, { supersedes_id: id })).status).toBe(200)
  })
})

it('an account leaves with its own versions, and its versions of the library stay in their chain', async () => {
  const eve = await app.createUser()
  const own = [await uploadPrivate(app, eve, 'un.txt', 'Une note.'), await uploadPrivate(app, eve, 'deux.txt', 'Une note.')]
  await change(own[1]!, { supersedes_id: own[0] }, eve)
  const first = await add()
  const second = await add({ supersedes_id: first.id }, eve)
  await app.db.deleteFrom('app_user').where('id', '=', eve.id).execute()
  expect(await app.db.selectFrom('document').where('id', 'in', own).select('id').execute()).toEqual([])
  expect(await read(second.id)).toMatchObject({ supersedes_id: first.id, force: 'en_vigueur' })
})

describe('proposals', () => {
  const propose = async (id: string, user: TestUser = ana) => (await app.call(documents.dateProposals, { token: user.token, params: { id } })).body
  const upload = (user: TestUser, name: string, text: string, fields: Record<string, string> = {}) =>
    addToLibrary(app, user, name, text, { category: 'Piscine', ...fields })

  it('are read in the text and the name, and change nothing before a person confirms them', async () => {
    const former = await upload(ana, 'Règlement de la piscine 2019.md', 'Le bonnet est conseillé.', { valid_from: '2019-03-12' })
    const other = await upload(ana, 'Tarifs de la piscine.md', 'Trois euros.')
    const text =
      'Le présent règlement abroge et remplace le règlement de la piscine du 12 mars 2019. Il entre en vigueur le 15 février 2024. Le bonnet est obligatoire.'
    const { id } = await upload(ana, 'Règlement de la piscine 2024.md', text)
    const { proposals, formers } = await propose(id)
    expect(proposals).toEqual([
      { field: 'valid_from', day: '2024-02-15', quote: 'entre en vigueur le 15 février 2024' },
      { field: 'valid_from', day: '2024-01-01', quote: 'Règlement de la piscine 2024.md' },
    ])
    expect(formers).toEqual([
      {
        document_id: former.id,
        original_filename: former.original_filename,
        valid_from: '2019-03-12',
        quote: expect.stringMatching(/^abroge et remplace le règlement/),
      },
    ])
    expect(await read(id)).toMatchObject({ valid_from: null, supersedes_id: null })
    await change(id, { valid_from: proposals[0]!.day, supersedes_id: former.id })
    expect((await propose(id)).formers).toEqual([])
    expect((await propose(other.id)).formers).toEqual([])
  })

  it('name only documents that the person reads, of the same place', async () => {
    await uploadPrivate(app, bruno, 'Guide du tri.txt', 'Les bacs sont jaunes.')
    await upload(bruno, 'Guide du tri 2022.md', 'Les bacs sont bleus.', { category: 'Déchets' })
    const mine = await uploadPrivate(app, ana, 'Guide du tri 2023.txt', 'Les bacs sont verts.')
    const { id } = await upload(ana, 'Guide du tri 2024.md', 'Les bacs sont verts.', { category: 'Déchets' })
    expect((await propose(id)).formers.map(({ original_filename, quote }) => [original_filename, quote])).toEqual([['Guide du tri 2022.md', null]])
    expect((await propose(mine)).formers).toEqual([])
  })
})
