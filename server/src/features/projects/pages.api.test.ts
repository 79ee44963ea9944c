import { errorSentence, routes } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { conversations, projects } = routes

const app = openTestApp()
const { ana, bruno } = people(app, { ana: {}, bruno: {} })

type Query = Record<string, string>
const addProject = async (who: TestUser, name: string, more: object = {}) =>
  (await app.call(projects.create, { token: who.token, body: { name, ...more } })).body.id
const projectsOf = async (who: TestUser, query: Query) => app.call(projects.page, { token: who.token, query: { limit: '3', ...query } })
const conversationsOf = async (who: TestUser, query: Query) => app.call(conversations.page, { token: who.token, query: { limit: '3', ...query } })
/** Creates a conversation with a message: empty ones appear in no list. */
async function newConversation(who: TestUser): Promise<string> {
  const { id } = (await app.call(conversations.findOrCreate, { token: who.token, body: {} })).body
  await app.call(conversations.addMessage, { token: who.token, params: { id }, body: { role: 'user', content: 'Une question' } })
  return id
}

it('150 projects of 100 kB are listed without their contents, whole and by pages', async () => {
  const who = await app.createUser()
  for (let nth = 0; nth < 150; nth += 1) await addProject(who, `Projet ${nth}`, { content: 'é'.repeat(100_000) })
  const plain = await app.call(projects.list, { token: who.token })
  expect(plain.body).toHaveLength(150)
  expect(plain.text.length).toBeLessThan(50_000)
  expect(plain.text).not.toContain('éé')
  const page = await app.call(projects.page, { token: who.token, query: { limit: '9999' } })
  expect([page.body.data.length, page.body.total, page.text.length < 50_000]).toEqual([100, 150, true])
})

describe('pages of projects', () => {
  it('follow one another to the end, valid ones first, and rows added meanwhile are neither repeated nor skipped over', async () => {
    const who = await app.createUser()
    const ids = new Set<string>()
    for (let nth = 0; nth < 8; nth += 1) ids.add(await addProject(who, `Projet ${nth}`, { status: nth % 4 === 0 ? 'archived' : 'valid' }))
    // All have the same timestamp: the id decides.
    await app.db.updateTable('project').set({ updated_at: '2026-11-23 10:00:00.123456+00' }).where('owner_id', '=', who.id).execute()
    const seen: string[] = []
    const statuses: string[] = []
    let cursor: string | null = null
    do {
      const { body } = await projectsOf(who, cursor === null ? {} : { cursor })
      expect(body.total).toBe(cursor === null ? 8 : null)
      seen.push(...body.data.map(({ id }) => id))
      statuses.push(...body.data.map(({ status }) => status))
      cursor = body.next_cursor
      await addProject(who, 'Arrivé entre deux pages')
    } while (cursor !== null)
    expect([seen.length, new Set(seen)]).toEqual([8, ids])
    expect(statuses).toEqual([...Array.from({ length: 6 }, () => 'valid'), 'archived', 'archived'])
  })

  it('keep those whose name or description hold the text, whatever accents and capitals; a text is no pattern', async () => {
    const who = await app.createUser()
    await addProject(who, 'MOBILITÉ douce')
    await addProject(who, 'École', { description: 'Plan de mobilités à 100 %' })
    await addProject(who, 'Voirie')
    const names = async (search: string) => (await projectsOf(who, { search })).body.data.map(({ name }) => name).sort()
    expect(await names('mobilite')).toEqual(['MOBILITÉ douce', 'École'])
    expect(await names(' 100 % ')).toEqual(['École'])
    expect(await names('%')).toEqual(['École'])
    expect(await names("'; drop")).toEqual([])
  })

  it('are found whichever apostrophe was typed, in them or in the search', async () => {
    const who = await app.createUser()
    await addProject(who, 'Rénovation de l’hôtel de ville')
    await addProject(who, 'Fusion', { description: "Suite de l'hôtel d'agglomération" })
    for (const search of ["l'hotel", 'L’HÔTEL']) expect((await projectsOf(who, { search })).body.data).toHaveLength(2)
  })
})

describe('a cursor', () => {
  it('forged, cut, of somebody else, of another list or of another search is refused with a sentence', async () => {
    for (let nth = 0; nth < 4; nth += 1) {
      await addProject(ana, `Projet ${nth}`)
      await newConversation(ana)
    }
    const good = (await projectsOf(ana, {})).body.next_cursor!
    const bytes = Buffer.from(good, 'base64url')
    const changed = Buffer.concat([bytes.subarray(0, -3), Buffer.from('"]x')]).toString('base64url')
    const elsewhere = (await conversationsOf(ana, {})).body.next_cursor!
    expect((await projectsOf(ana, { cursor: good })).status).toBe(200)
    const refused = [
      await projectsOf(ana, { cursor: 'x' }),
      await projectsOf(ana, { cursor: '' }),
      await projectsOf(ana, { cursor: changed }),
      await projectsOf(ana, { cursor: good.slice(0, -4) }),
      await projectsOf(ana, { cursor: elsewhere }),
      await projectsOf(ana, { cursor: good, search: 'projet' }),
      await projectsOf(bruno, { cursor: good }),
      await conversationsOf(ana, { cursor: good }),
    ]
    for (const answer of refused) expect([answer.status, answer.body]).toMatchObject([422, { code: 'request.cursor', error: errorSentence('request.cursor') }])
  })

  it('whose last row is gone since goes on from where it stood', async () => {
    const who = await app.createUser()
    for (let nth = 0; nth < 5; nth += 1) await addProject(who, `Projet ${nth}`)
    const { data, next_cursor } = (await projectsOf(who, {})).body
    await app.call(projects.remove, { token: who.token, params: { id: data[2]!.id } })
    expect((await projectsOf(who, { cursor: next_cursor! })).body.data.map(({ name }) => name)).toEqual(['Projet 1', 'Projet 0'])
  })
})

describe('pages of conversations', () => {
  it('follow one another; a new one appears above and moves nothing', async () => {
    const who = await app.createUser()
    const ids: string[] = []
    for (let nth = 0; nth < 7; nth += 1) ids.unshift(await newConversation(who))
    const first = (await conversationsOf(who, {})).body
    await newConversation(who)
    const second = (await conversationsOf(who, { cursor: first.next_cursor! })).body
    const third = (await conversationsOf(who, { cursor: second.next_cursor! })).body
    expect([...first.data, ...second.data, ...third.data].map(({ id }) => id)).toEqual(ids)
    expect([first.total, second.total, third.next_cursor]).toEqual([7, null, null])
  })

  it('of a search, of a project, of an assistant or of none hold these only', async () => {
    const who = await app.createUser()
    const project_id = await addProject(who, 'Voie verte')
    for (let nth = 0; nth < 5; nth += 1) {
      const { id } = (await app.call(conversations.findOrCreate, { token: who.token, body: nth < 4 ? { project_id } : {} })).body
      await app.call(conversations.addMessage, {
        token: who.token,
        params: { id },
        body: { role: 'user', content: nth % 2 === 0 ? 'La piste cyclable' : 'Le pont' },
      })
    }
    const found = (await conversationsOf(who, { search: 'cyclab' })).body
    expect([found.data.length, found.total, found.data[0]!.match!.passage!.parts.find((part) => part.found)!.text]).toEqual([3, 3, 'cyclable'])
    expect((await conversationsOf(who, { search: 'cyclable', project: project_id })).body.total).toBe(2)
    expect((await conversationsOf(who, { project: project_id })).body.total).toBe(4)
    expect((await conversationsOf(who, { assistant: 'aucun' })).body.total).toBe(5)
    expect((await conversationsOf(who, { assistant: project_id })).body).toEqual({ data: [], next_cursor: null, total: 0 })
    expect((await conversationsOf(bruno, { project: project_id })).body.data).toEqual([])
    expect((await conversationsOf(who, { assistant: 'tous' })).status).toBe(422)
  })
})
