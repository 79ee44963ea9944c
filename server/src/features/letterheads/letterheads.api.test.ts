import { routes } from '@parvis/contract'
import { docxFile, odtFile } from '@parvis/office-writing/letterhead-fixtures'
import { expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import { fileForm } from '../documents/documents.fixture.ts'

const { letterheads } = routes

const app = openTestApp()
const { admin, agent } = people(app, { admin: { is_admin: true }, agent: {} })

const upload = (name: string, content: Buffer, field = 'file') =>
  app.call(letterheads.upload, { form: fileForm(name, new Uint8Array(content), {}, field), token: admin.token })
const list = async () => (await app.call(letterheads.list, { token: agent.token })).body.letterheads
const file = (id: string) => app.call(letterheads.file, { params: { id }, token: agent.token })

test('an administrator replaces the letterhead of a format, everybody’s exports use it, and it can be given up', async () => {
  expect(await list()).toEqual([])
  expect((await file('docx')).status).toBe(404)
  const { status, body } = await upload('En-tête mairie.DOCX', docxFile())
  expect(status).toBe(201)
  expect(body.letterhead).toMatchObject({ id: 'docx', filename: 'En-tête mairie.DOCX' })
  await upload('second.docx', docxFile({ header: '<w:p/>' }))
  await upload('papier.odt', odtFile())
  expect((await list()).map(({ id, filename }) => `${id} ${filename}`)).toEqual(['docx second.docx', 'odt papier.odt'])
  const kept = await file('docx')
  expect(kept.status).toBe(200)
  expect(kept.bytes.subarray(0, 2).toString()).toBe('PK')
  expect(kept.bytes.includes('word/header1.xml')).toBe(true)
  expect((await app.call(letterheads.remove, { params: { id: 'docx' }, token: admin.token })).status).toBe(200)
  expect((await list()).map(({ id }) => id)).toEqual(['odt'])
})

test('one that a colleague uploaded meanwhile is not given up for the one that was seen', async () => {
  await upload('premier.odt', odtFile())
  const { uploaded_at } = (await list()).find(({ id }) => id === 'odt')!
  app.travel(1_000)
  await upload('second.odt', odtFile())
  const giveUp = (query: { uploaded_at: string }) => app.call(letterheads.remove, { params: { id: 'odt' }, query, token: admin.token })
  const refused = await giveUp({ uploaded_at })
  expect([refused.status, refused.error.code, refused.error.changed?.current]).toMatchObject([409, 'request.stale', { filename: 'second.odt' }])
  const kept = (await list()).find(({ id }) => id === 'odt')!
  expect(kept.filename).toBe('second.odt')
  expect((await giveUp({ uploaded_at: kept.uploaded_at })).status).toBe(200)
  // Deleting again succeeds.
  expect((await giveUp({ uploaded_at: kept.uploaded_at })).status).toBe(200)
  app.travel(-1_000)
})

test('one that a colleague uploaded meanwhile is not replaced by who saw another one, or none', async () => {
  app.travel(5_000)
  const put = (name: string, uploaded_at: string) =>
    app.call(letterheads.upload, { form: fileForm(name, new Uint8Array(odtFile()), { uploaded_at }), token: admin.token })
  const present = async () => (await list()).find(({ id }) => id === 'odt')
  await app.call(letterheads.remove, { params: { id: 'odt' }, token: admin.token })
  expect((await put('premier.odt', 'none')).status).toBe(201)
  const { uploaded_at: first } = (await present())!
  app.travel(1_000)
  expect((await put('deuxième.odt', first)).status).toBe(201)
  const { uploaded_at: second } = (await present())!
  for (const seen of [first, 'none']) {
    const refused = await put('troisième.odt', seen)
    expect([refused.status, refused.error.code, refused.error.changed?.current]).toMatchObject([409, 'request.stale', { filename: 'deuxième.odt' }])
  }
  for (const odd of ['hier', '2026-02-31T00:00:00Z', '0000-01-01T00:00:00Z', '2026-01-01T00:00:00+23:59', `2026-01-01T00:00:00.${'1'.repeat(40)}Z`]) {
    const given = await app.call(letterheads.remove, { params: { id: 'odt' }, query: { uploaded_at: odd }, token: admin.token })
    for (const { status, error } of [given, await put('troisième.odt', odd)])
      expect([odd, status, error.fields]).toEqual([odd, 422, { uploaded_at: 'Date attendue' }])
  }
  expect(await present()).toMatchObject({ filename: 'deuxième.odt', uploaded_at: second })
  // If the letterhead was deleted meanwhile, the upload is accepted.
  await app.call(letterheads.remove, { params: { id: 'odt' }, token: admin.token })
  expect((await put('troisième.odt', second)).status).toBe(201)
  app.travel(-6_000)
})

test('what is refused says why and leaves the present letterhead alone', async () => {
  await upload('bon.docx', docxFile())
  const before = await list()
  for (const [name, content, status, sentence] of [
    ['macros.docm', docxFile(), 422, /contient des macros/],
    ['lettre.docx', docxFile({ files: { 'word/vbaProject.bin': 'x' } }), 422, /contient des macros/],
    ['lettre.docx', Buffer.from('bonjour'), 422, /n’a pas pu être lu/],
    ['lettre.odt', docxFile(), 422, /n’a pas pu être lu/],
    ['lettre.pdf', Buffer.from('%PDF-'), 415, /Choisissez un document Word/],
    ['lettre.docx', Buffer.alloc(0), 422, /vide/],
    ['lettre.docx', Buffer.alloc(6 * 1024 * 1024, 1), 422, /5\u00a0?Mo|5 Mo/],
  ] as const) {
    const answer = await upload(name, content)
    expect(answer.status, name).toBe(status)
    expect(answer.error.error).toMatch(sentence)
  }
  expect((await upload('a.docx', docxFile(), 'autre')).status).toBe(422)
  expect(await list()).toEqual(before)
})

test('PRV-10 who replaced or gave up a letterhead is in the log', async () => {
  app.logs.length = 0
  await upload('bon.odt', odtFile())
  await app.call(letterheads.remove, { params: { id: 'odt' }, token: admin.token })
  const acts = app.logs.filter((line) => line.includes('letterheads.'))
  expect(acts).toHaveLength(2)
  for (const line of acts) expect(line).toContain(admin.id)
})
