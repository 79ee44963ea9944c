import { routes, type DocumentSort } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import { fileForm } from './documents.fixture.ts'

const { documents } = routes

const app = openTestApp()
const { ana, bruno, admin } = people(app, { ana: {}, bruno: {}, admin: { is_admin: true } })

type Asked = { category?: string; search?: string; sort?: DocumentSort; limit?: string; cursor?: string }
const page = async (asked: Asked = {}, who = bruno) => app.call(documents.page, { token: who.token, query: { limit: '3', ...asked } })
const names = async (asked: Asked) => (await page({ limit: '100', ...asked })).body.data.map(({ original_filename }) => original_filename)

/** Reads all pages, with a callback between two pages. */
async function walk(asked: Asked, between: () => Promise<unknown> = async () => undefined) {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { body } = await page({ ...asked, ...(cursor !== null && { cursor }) })
    seen.push(...body.data.map(({ original_filename }) => original_filename))
    cursor = body.next_cursor
    await between()
  } while (cursor !== null)
  return seen
}

/** Uploads a document without reading it: lists do not need its text. */
async function add(filename: string, content: string, fields: Record<string, string> = {}): Promise<string> {
  const { body } = await app.call(documents.upload, { token: ana.token, form: fileForm(filename, content, fields) })
  return body.document.id
}

let nth = 0
const category = () => `Essai ${(nth += 1)}`

describe('who may', () => {
  it('nobody without a session; everybody the shared library, and nobody the private documents of another', async () => {
    expect((await app.call(documents.page)).status).toBe(401)
    await app.call(routes.library.upload, { token: bruno.token, form: fileForm('secret de Bruno.txt', 'Un secret.', {}, 'document') })
    await add('à lire.txt', 'La médiathèque.')
    for (const who of [ana, bruno, admin]) expect((await page({ search: 'secret' }, who)).body).toEqual({ data: [], next_cursor: null, total: 0 })
    const shown = await Promise.all([ana, bruno, admin].map(async (who) => (await page({ search: 'à lire' }, who)).body.data[0]!))
    expect(shown.map(({ can_edit }) => can_edit)).toEqual([true, false, true])
    const { documents: whole } = (await app.call(documents.list, { token: bruno.token })).body
    expect((await page({ limit: '100' })).body.data).toEqual(whole)
  })

  it('a cursor of somebody else, of another search or of another order is refused', async () => {
    const within = category()
    for (let at = 0; at < 4; at += 1) await add(`n${at}.txt`, 'x', { category: within })
    const cursor = (await page({ category: within })).body.next_cursor!
    expect((await page({ category: within, cursor })).status).toBe(200)
    const others = [page({ cursor }), page({ category: within, cursor, search: 'n' }), page({ category: within, cursor, sort: 'name' })]
    for (const answer of await Promise.all([...others, page({ category: within, cursor }, ana)]))
      expect([answer.status, answer.error.code]).toEqual([422, 'request.cursor'])
    expect((await page({ sort: 'hasard' as DocumentSort })).status).toBe(422)
  })
})

describe.each(['recent', 'name', 'size'] as const)('in the order « %s »', (sort) => {
  it('pages follow one another to the end: what is added meanwhile is neither repeated nor skipped over', async () => {
    const within = category()
    const made = ['été.txt', 'Zèbre.txt', 'archive.txt', 'ETE.txt', 'budget.txt', 'Œuvres.txt', 'école.txt']
    const ids: string[] = []
    for (const [at, file] of made.entries()) ids.push(await add(file, 'x'.repeat(at % 3 === 0 ? 40 : at + 1), { category: within }))
    // Three have the same timestamp: the id decides.
    await app.db.updateTable('document').set({ created_at: '2026-11-23 10:00:00.123456+00' }).where('id', 'in', ids.slice(0, 3)).execute()
    const whole = await names({ category: within, sort })
    let arrived = 0
    const seen = await walk({ category: within, sort }, async () => {
      arrived += 1
      // Sorted before everything that was read, in each order.
      await add(`0${arrived}.txt`, 'x'.repeat(90 + arrived), { category: within })
    })
    expect(seen).toEqual(whole)
    expect([...whole].sort()).toEqual([...made].sort())
    if (sort === 'name') expect(whole.filter((one) => !/^[eé]t[eé]/i.test(one))).toEqual(['archive.txt', 'budget.txt', 'école.txt', 'Œuvres.txt', 'Zèbre.txt'])
    if (sort === 'size') expect(new Set(whole.slice(0, 3))).toEqual(new Set(['été.txt', 'ETE.txt', 'école.txt']))
    const first = (await page({ category: within, sort })).body
    expect(first.total).toBe(made.length + arrived)
    expect((await page({ category: within, sort, cursor: first.next_cursor! })).body.total).toBeNull()
  })
})

it('goes on after names of any script, however long', async () => {
  const within = category()
  const made = ['가', '각', '법', '漢', 'ﷺ', 'ﷺ'].map((letter, at) => `${letter.repeat(240)}${at}.txt`)
  for (const file of made) await add(file, 'x', { category: within })
  const seen = await walk({ category: within, sort: 'name', limit: '1' })
  expect([seen, [...seen].sort()]).toEqual([await names({ category: within, sort: 'name' }), [...made].sort()])
})

it('holds those whose name or description hold the text, whatever accents, capitals and apostrophes; a text is no pattern', async () => {
  const within = category()
  await add('DÉLIBÉRATION 100 %.txt', 'x', { category: within })
  await add('note.txt', 'x', { category: within, description: 'Budget de l’école' })
  expect(await names({ category: within, search: 'deliberation' })).toEqual(['DÉLIBÉRATION 100 %.txt'])
  expect(await names({ category: within, search: ' ECOLE ' })).toEqual(['note.txt'])
  expect(await names({ category: within, search: "de l'école" })).toEqual(['note.txt'])
  expect(await names({ category: within, search: '%' })).toEqual(['DÉLIBÉRATION 100 %.txt'])
  expect(await names({ category: within, search: "'; drop" })).toEqual([])
  await add('Micro-crèche, article L. 2121-29, 12 500 €.txt', 'x', { category: within })
  for (const search of ['microcrèche', 'L2121-29', '12500', '12.500', 'l. 2121-29'])
    expect(await names({ category: within, search }), search).toEqual(['Micro-crèche, article L. 2121-29, 12 500 €.txt'])
  expect(await names({ category: within.toUpperCase() })).toHaveLength(3)
  expect((await page({ category: 'Inconnue' })).body).toEqual({ data: [], next_cursor: null, total: 0 })
})
