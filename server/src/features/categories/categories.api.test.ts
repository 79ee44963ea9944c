import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testEngine } from '../../testing/databases/database.ts'
import { textFile } from '../../testing/matrix/matrix-rule.ts'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import { changeDocumentCategory } from './document-categories.ts'
import { lockCategories } from '../../authorization/category-names.ts'

const { assistantCategories, documentCategories, assistants, documents, library, chat } = routes

const app = openTestApp()
const { admin, agent } = people(app, { admin: { is_admin: true }, agent: {} })

const nowhere = '00000000-0000-4000-8000-000000000000'
const newAssistantCategory = async (name: string) => (await app.call(assistantCategories.create, { token: admin.token, body: { name } })).body
const newDocumentCategory = async (name: string) => (await app.call(documentCategories.create, { token: admin.token, body: { name } })).body
const changeAssistants = (id: string, body: object) => app.call(assistantCategories.update, { token: admin.token, params: { id }, body })
const changeDocuments = (id: string, body: object) => app.call(documentCategories.update, { token: admin.token, params: { id }, body })
const removeAssistants = (id: string, move_to?: string) =>
  app.call(assistantCategories.remove, { token: admin.token, params: { id }, query: move_to === undefined ? {} : { move_to } })
const removeDocuments = (id: string, move_to?: string) =>
  app.call(documentCategories.remove, { token: admin.token, params: { id }, query: move_to === undefined ? {} : { move_to } })
const newAssistant = async (name: string, category_id: string) =>
  (await app.call(assistants.create, { token: admin.token, body: { name, description: 'Aide', prompt_content: 'Tu aides.', category_id } })).body
async function upload(name: string, category: string) {
  const form = textFile('file', name, 'Les astreintes de déneigement vont du 15 novembre au 15 mars.', { category })
  return app.call(documents.upload, { token: agent.token, form })
}
const documentList = async () => (await app.call(documentCategories.list, { token: admin.token })).body
const read = () => app.db.updateTable('document').set({ state: 'indexe' }).execute()

test('ACC-08 nothing here answers without a session, nor to who is not an administrator', async () => {
  const params = { id: nowhere }
  for (const token of [undefined, agent.token])
    for (const route of [...Object.values(assistantCategories), ...Object.values(documentCategories)])
      expect((await app.call(route, { token, params, body: { name: 'Essai' } } as never)).status).toBe(token === undefined ? 401 : 403)
})

test('a wrong name or icon, a category that is not there', async () => {
  for (const name of ['', '   ', 'a\nb', '<b>', '\u202egras', 'x'.repeat(81), 12, null])
    expect((await app.call(assistantCategories.create, { token: admin.token, body: { name } as never })).status, String(name)).toBe(422)
  const skull = { name: 'Essai', icon: 'Skull' } as never
  expect((await app.call(assistantCategories.create, { token: admin.token, body: skull })).error.fields).toHaveProperty('icon')
  for (const answer of [await changeAssistants(nowhere, { name: 'X' }), await changeAssistants(nowhere, {}), await removeAssistants(nowhere)])
    expect(answer.status).toBe(404)
  for (const answer of [await changeDocuments(nowhere, { name: 'X' }), await removeDocuments(nowhere)]) expect(answer.status).toBe(404)
})

test('a category of assistants is created, counted, renamed; neither case, accents nor spaces make another name', async () => {
  const made = await newAssistantCategory('État civil')
  expect(made).toEqual({ id: made.id, name: 'État civil', icon: 'FileText', assistant_count: 0, active_count: 0 })
  const other = await newAssistantCategory('Voirie')
  for (const name of ['état civil', 'ETAT  CIVIL', ' Etat civil ']) {
    for (const answer of [await app.call(assistantCategories.create, { token: admin.token, body: { name } }), await changeAssistants(other.id, { name })]) {
      expect([answer.status, answer.error.code]).toEqual([409, 'library.category_taken'])
      expect(answer.error.error).toContain('«\u00a0État civil\u00a0»')
      expect(answer.error.fields).toHaveProperty('name')
    }
  }
  expect((await changeAssistants(made.id, { name: 'ETAT CIVIL', icon: 'Users' })).body).toMatchObject({ name: 'ETAT CIVIL', icon: 'Users' })
  expect((await changeAssistants(made.id, {})).body.name).toBe('ETAT CIVIL')
  const active = await newAssistant('Actes', made.id)
  const idle = await newAssistant('Livrets', made.id)
  await app.call(assistants.update, { token: admin.token, params: { id: idle.id }, body: { is_active: false } })
  const listed = (await app.call(assistantCategories.list, { token: admin.token })).body
  expect(listed.find(({ id }) => id === made.id)).toMatchObject({ assistant_count: 2, active_count: 1 })
  // The catalogue shows the new name at once, and the assistant gets no new version.
  const { category } = (await app.call(assistants.get, { token: agent.token, params: { id: active.id } })).body
  expect(category).toEqual({ id: made.id, name: 'ETAT CIVIL', icon: 'Users' })
})

test('a category is removed only once its assistants are elsewhere, and none is lost', async () => {
  const [from, to] = [await newAssistantCategory('Régie'), await newAssistantCategory('Trésorerie')]
  const held = await newAssistant('Tickets', from.id)
  const refused = await removeAssistants(from.id)
  expect([refused.status, refused.error.code]).toEqual([409, 'library.category_used'])
  expect(refused.error.error).toContain('1\u00a0assistant')
  for (const target of [from.id, nowhere, 'x']) expect((await removeAssistants(from.id, target)).status).toBe(422)
  expect((await removeAssistants(from.id, to.id)).body.message).toContain('1\u00a0assistant déplacé')
  expect((await app.call(assistants.get, { token: agent.token, params: { id: held.id } })).body.category.name).toBe('Trésorerie')
  const late = { name: 'Tard', description: 'Trop tard', prompt_content: 'Tu aides.', category_id: from.id }
  const stale = await app.call(assistants.create, { token: admin.token, body: late })
  expect(stale.error.code).toBe('assistants.category_unknown')
})

test('two removals into each other, and assistants that arrive meanwhile: nobody waits for ever and nothing is lost', async () => {
  const [one, two] = [await newAssistantCategory('Alpha'), await newAssistantCategory('Bêta')]
  await Promise.all([newAssistant('A', one.id), newAssistant('B', two.id)])
  const before = (await app.db.selectFrom('assistant').select('id').execute()).length
  const answers = await Promise.all([removeAssistants(one.id, two.id), removeAssistants(two.id, one.id), newAssistant('C', one.id), newAssistant('D', two.id)])
  const made = answers.slice(2).filter((answer) => 'id' in answer).length
  expect([answers[0].status, answers[1].status].filter((status) => status === 200)).toHaveLength(1)
  expect((await app.db.selectFrom('assistant').select('id').execute()).length).toBe(before + made)
})

test('a category of documents that an administrator makes stays when empty; the others go with their last document', async () => {
  const made = await newDocumentCategory('Marchés publics')
  expect(made).toMatchObject({ name: 'Marchés publics', display_name: 'Marchés publics', is_known: true, document_count: 0, former_names: [] })
  const { document } = (await upload('a.txt', 'marches publics')).body
  expect(document.category).toBe('Marchés publics')
  await app.call(documents.remove, { token: agent.token, params: { id: document.id } })
  expect((await documentList()).map(({ name }) => name)).toContain('Marchés publics')
  const again = await app.call(documentCategories.create, { token: admin.token, body: { name: 'MARCHES PUBLICS' } })
  expect([again.status, again.error.code]).toEqual([409, 'library.category_taken'])
  const shown = await app.call(documentCategories.create, { token: admin.token, body: { name: 'Achats', display_name: 'Marches publics' } })
  expect([shown.status, Object.keys(shown.error.fields ?? {})]).toEqual([409, ['display_name']])
})

test('renamed, a category still answers to its former name: open library chats, kept conversations and uploads go on', async () => {
  const made = await newDocumentCategory('Astreintes')
  const { document } = (await upload('b.txt', 'Astreintes')).body
  await read()
  const renamed = await changeDocuments(made.id, { name: 'Permanences', display_name: 'Permanences et astreintes' })
  expect(renamed.body).toMatchObject({ name: 'Permanences', display_name: 'Permanences et astreintes', former_names: ['Astreintes'], document_count: 1 })
  const shown = (await app.call(library.categories, { token: agent.token })).body.categories.find(({ name }) => name === 'Permanences')
  expect(shown).toMatchObject({ former_names: ['Astreintes'], document_count: 1 })
  const asked = await app.call(chat.libraryStream, { token: agent.token, body: { message: 'Quand ?', category: 'Astreintes' } })
  expect(asked.status).toBe(200)
  const listed = await app.call(documents.list, { token: agent.token, query: { category: 'astreintes' } })
  expect(listed.body.documents.map(({ id }) => id)).toEqual([document.id])
  expect((await upload('c.txt', 'ASTREINTES')).body.document.category).toBe('Permanences')
  // Created again by an administrator, the name means the new category.
  const anew = await newDocumentCategory('Astreintes')
  expect((await documentList()).find(({ id }) => id === made.id)?.former_names).toEqual([])
  expect((await upload('d.txt', 'astreintes')).body.document.category).toBe('Astreintes')
  expect((await changeDocuments(anew.id, { name: 'permanences' })).status).toBe(409)
})

test('an upload that says the name which the library chat shows goes to that category: no second one looks like it', async () => {
  const made = await newDocumentCategory('RH')
  await changeDocuments(made.id, { display_name: 'Ressources humaines' })
  expect((await upload('h.txt', 'ressources  HUMAINES')).body.document.category).toBe('RH')
  expect((await documentList()).filter(({ display_name }) => display_name.toLowerCase() === 'ressources humaines').map(({ id }) => id)).toEqual([made.id])
  // A category with this actual name takes precedence.
  const own = await newDocumentCategory('Paie')
  await changeDocuments(own.id, { display_name: 'Salaires' })
  const other = await newDocumentCategory('Rémunérations')
  await changeDocuments(other.id, { display_name: 'Paie' })
  expect((await upload('i.txt', 'paie')).body.document.category).toBe('Paie')
})

test('removed, its documents and its names go where the administrator says', async () => {
  const [from, to] = [await newDocumentCategory('Brouillons'), await newDocumentCategory('Archives')]
  const { document } = (await upload('e.txt', 'Brouillons')).body
  await changeDocuments(from.id, { name: 'Ébauches' })
  expect((await removeDocuments(from.id)).error.code).toBe('library.category_used')
  for (const target of [from.id, nowhere]) expect((await removeDocuments(from.id, target)).status).toBe(422)
  expect((await removeDocuments(from.id, to.id)).body.message).toContain('1\u00a0document déplacé')
  expect((await documentList()).find(({ id }) => id === to.id)).toMatchObject({ document_count: 1, former_names: ['Brouillons', 'Ébauches'] })
  const moved = await app.call(documents.list, { token: agent.token, query: { category: 'Brouillons' } })
  expect(moved.body.documents.map(({ id, category }) => [id, category])).toEqual([[document.id, 'Archives']])
  await read()
  expect((await app.call(chat.libraryStream, { token: agent.token, body: { message: 'Quand ?', category: 'Ébauches' } })).status).toBe(200)
  const empty = await newDocumentCategory('Vide')
  expect((await removeDocuments(empty.id)).status).toBe(200)
  const gone = await app.call(chat.libraryStream, { token: agent.token, body: { message: 'Quand ?', category: 'Vide' } })
  expect([gone.status, gone.error.code]).toEqual([404, 'library.category_unknown'])
})

test('an upload that races a removal keeps its document', async () => {
  const [from, to] = [await newDocumentCategory('Course'), await newDocumentCategory('Arrivée')]
  const answers = await Promise.all([upload('f.txt', 'Course'), removeDocuments(from.id, to.id), upload('g.txt', 'Course')])
  const kept = (await app.db.selectFrom('document').select('id').where('original_filename', 'in', ['f.txt', 'g.txt']).execute()).length
  expect(kept).toBe([answers[0], answers[2]].filter(({ status }) => status === 201).length)
  expect(answers.every(({ status }) => status < 500)).toBe(true)
})

// An embedded database has one session: nothing runs there before the previous transaction has ended.
describe.runIf(testEngine() === 'postgres')('an upload that comes while its category changes waits, and goes where the name leads', () => {
  /** Waits until this many statements are waiting for a lock. */
  const waiting = async (count: number) => {
    await expect
      .poll(async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
        return rows[0]!.waiting
      })
      .toBe(count)
  }
  const names = async () => (await documentList()).map(({ name }) => name)

  test('renamed meanwhile', async () => {
    const made = await newDocumentCategory('Guichet')
    let sent: ReturnType<typeof upload> | undefined
    await app.db.transaction().execute(async (trx) => {
      await lockCategories(trx)
      await changeDocumentCategory(trx, made.id, { name: 'Accueil' })
      sent = upload('j.txt', 'Guichet')
      await waiting(1)
    })
    expect((await sent!).body.document.category).toBe('Accueil')
    expect(await names()).not.toContain('Guichet')
  })

  test('removed meanwhile: none of that name comes back, open to everybody', async () => {
    const [from, to] = [await newDocumentCategory('Sanctions'), await newDocumentCategory('Discipline')]
    let removed: ReturnType<typeof removeDocuments> | undefined
    let sent: ReturnType<typeof upload> | undefined
    await app.db.transaction().execute(async (trx) => {
      await trx.selectFrom('document_category').where('id', '=', to.id).select('id').forUpdate().execute()
      removed = removeDocuments(from.id, to.id)
      await waiting(1)
      sent = upload('k.txt', 'Sanctions')
      await waiting(2)
    })
    expect([(await removed!).status, (await sent!).body.document.category]).toEqual([200, 'Discipline'])
    expect(await names()).not.toContain('Sanctions')
  })
})

test('PRV-10 what an administrator does to categories is written down, by ids only', async () => {
  const { id } = await newAssistantCategory('Trace')
  await removeAssistants(id)
  const lines = app.logs.filter((line) => line.includes('"audit":"assistant_category.')).slice(-2)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { audit: 'assistant_category.create', actor: admin.id, target: id, outcome: 'done' },
    { audit: 'assistant_category.remove', actor: admin.id, target: id, outcome: 'done' },
  ])
  expect(lines.join()).not.toContain('Trace')
})
