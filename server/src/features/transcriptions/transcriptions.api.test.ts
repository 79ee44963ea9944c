import { routes } from '@parvis/contract'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { createTranscription } from '../../platform/transcription/openai-transcription.ts'
import { heardText, makeWav, startFakeTranscriptionServer, type FakeTranscriptionServer } from '../../testing/fakes/fake-transcription-server.ts'
import { anotherApp, newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import { fileForm } from '../documents/documents.fixture.ts'

const { transcriptions, conversations, instance } = routes
const server = {} as FakeTranscriptionServer
const app = openTestApp({ config: { maxUploadMb: 1, logLevel: 'debug' } })
const { person, other, admin } = people(app, { person: {}, other: {}, admin: { is_admin: true } })
beforeAll(async () => {
  Object.assign(server, await startFakeTranscriptionServer())
  useServer(1)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.requests.length = 0
  app.logs.length = 0
  server.conduct({ kind: 'text', text: heardText })
  await app.db.deleteFrom('throttle').where('key', 'like', 'transcription:%').execute()
})

function useServer(level: 1 | 2 | 3, totalMs?: number) {
  app.context.transcription = createTranscription({ base_url: server.baseUrl, api_key: 'clé-de-la-voix', model: 'whisper', level }, totalMs)
}
function soundForm(sound: Buffer, fields: Record<string, string> = {}, name = 'réunion secrète.wav'): FormData {
  const form = new FormData()
  // Browsers send the fields in any order: these come after the file.
  form.set('file', new Blob([new Uint8Array(sound)]), name)
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  return form
}
const send = (sound: Buffer = makeWav(), fields: Record<string, string> = {}, { token } = person) =>
  app.call(transcriptions.create, { token, form: soundForm(sound, fields) })
const newConversation = async () => (await app.call(conversations.findOrCreate, { token: person.token, body: {} })).body.id
const files = async () => (await readdir(app.context.config.dataDir, { recursive: true }).catch(() => [])).filter((name) => !name.startsWith('base')).length
const auditRows = async () => (await app.db.selectFrom('audit_event').select('seq').execute()).length

describe('a recording', () => {
  test('comes back as text, and nothing of it is kept or logged', async () => {
    const [before, audited] = [await files(), await auditRows()]
    const { status, body } = await send()
    expect([status, body]).toEqual([200, { text: heardText }])
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]!.filename).toBe('dictee.wav')
    expect(await files()).toBe(before)
    expect(app.logs.join('')).not.toMatch(/horaires|secrète|clé-de-la-voix|RIFF/)
    expect(await auditRows()).toBe(audited)
  })

  test('in which nothing is heard gives an empty text', async () => {
    server.conduct({ kind: 'text', text: '' })
    expect((await send()).body).toEqual({ text: '' })
  })

  test('may be larger than a document, up to 10 MB', async () => {
    expect((await send(makeWav(600))).status).toBe(200)
    const large = await send(Buffer.concat([makeWav(), Buffer.alloc(10 * 1024 * 1024)]))
    expect([large.status, large.error.code]).toEqual([413, 'documents.too_large'])
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    ['text', Buffer.from('Bonjour')],
    ['nothing', Buffer.alloc(0)],
    ['a film', Buffer.from('\x1a\x45\xdf\xa3\x84webm\x86\x86A_OPUS\x86\x85V_VP8', 'latin1')],
  ])('%s is no sound: 415, and nothing is sent', async (_name, bytes) => {
    const { status, error } = await send(bytes)
    expect([status, error.code]).toEqual([415, 'transcriptions.not_sound'])
    expect(server.requests).toHaveLength(0)
  })

  test('without a file, or for what is no conversation: refused, and nothing is sent', async () => {
    const form = new FormData()
    form.set('autre', 'x')
    expect((await app.call(transcriptions.create, { token: person.token, form })).error.code).toBe('documents.file_required')
    expect((await send(makeWav(), { conversation_id: 'x' })).status).toBe(422)
    expect((await send(makeWav(), { conversation_id: crypto.randomUUID() })).status).toBe(404)
    expect((await send(makeWav(), { conversation_id: await newConversation() }, other)).status).toBe(404)
    expect(server.requests).toHaveLength(0)
  })

  test('too many of one person are refused, those of others are not', async () => {
    let last = await send(Buffer.alloc(0))
    for (let count = 0; count < 25 && last.status === 415; count++) last = await send(Buffer.alloc(0))
    expect([last.status, last.error.code, last.headers['retry-after']]).toEqual([429, 'transcriptions.too_many', '6'])
    expect((await send(makeWav(), {}, other)).status).toBe(200)
  })
})

describe('the level of the conversation', () => {
  async function dictated(conversation_id: string) {
    const { status, error } = await send(makeWav(), { conversation_id })
    return status === 200 ? 'sent' : { status, code: error.code, level: error.level }
  }
  const refused = (level: number) => ({ status: 409, code: 'llm.no_model_for_level', level })

  test('a confidential conversation sends its voice to a server of level 3 only', async () => {
    const id = await newConversation()
    expect(await dictated(id)).toBe('sent')
    await app.call(conversations.update, { token: person.token, params: { id }, body: { confidential: true } })
    for (const level of [1, 2] as const) {
      useServer(level)
      expect(await dictated(id)).toEqual(refused(3))
    }
    expect((await send(makeWav(), { conversation_id: id })).error.error).toContain('«\u00a0interne\u00a0»')
    expect(server.requests).toHaveLength(1)
    useServer(3)
    expect(await dictated(id)).toBe('sent')
    useServer(1)
  })

  test('so does that of a protected assistant, project or file', async () => {
    const { token } = admin
    const category_id = await newCategory(app.db, 'Protégés')
    const body = { name: 'Personnel', description: 'D', prompt_content: 'P', category_id, min_level: 2 as const }
    const assistant = (await app.call(routes.assistants.create, { token, body })).body
    const ofAssistant = await app.call(conversations.findOrCreate, { token: person.token, body: { assistant_id: assistant.id } })
    expect(await dictated(ofAssistant.body.id)).toEqual(refused(2))

    const project = (await app.call(routes.projects.create, { token: person.token, body: { name: 'Enquête' } })).body
    await app.call(routes.projects.update, { token: person.token, params: { id: project.id }, body: { min_level: 3 } })
    const ofProject = await app.call(conversations.findOrCreate, { token: person.token, body: { project_id: project.id } })
    expect(await dictated(ofProject.body.id)).toEqual(refused(3))

    const id = await newConversation()
    const attached = await app.call(conversations.addFiles, { token: person.token, params: { id }, form: fileForm('note.txt', 'Une note.', {}, 'document') })
    expect(attached.status).toBeLessThan(300)
    expect(await dictated(id)).toBe('sent')
    await app.db.updateTable('document').set({ min_level: 2 }).where('original_filename', '=', 'note.txt').execute()
    expect(await dictated(id)).toEqual(refused(2))
  })
})

test.each([
  [{ kind: 'body', body: '<!doctype html><h1>Bienvenue</h1>' }, 502, 'transcriptions.bad_answer'],
  [{ kind: 'status', status: 500 }, 502, 'transcriptions.unreachable'],
  [{ kind: 'status', status: 401 }, 502, 'transcriptions.refused'],
  [{ kind: 'status', status: 429 }, 503, 'transcriptions.overloaded'],
  [{ kind: 'slow', ms: 3_000 }, 504, 'transcriptions.timeout'],
  [{ kind: 'reset' }, 502, 'transcriptions.unreachable'],
] as const)('a server that does %j: %i, a clear sentence, and only the code and the host in the log', async (conduct, status, code) => {
  useServer(1, conduct.kind === 'slow' ? 300 : 20_000)
  server.conduct(conduct)
  const { error, ...answer } = await send()
  expect([answer.status, error.code]).toEqual([status, code])
  expect(error.error).toMatch(/serveur de dictée/)
  expect(server.requests).toHaveLength(1)
  const line = app.logs.map((text) => JSON.parse(text) as Record<string, unknown>).find(({ message }) => message === 'transcription failed')
  expect(line).toMatchObject({ code, host: new URL(server.baseUrl).host })
  expect(app.logs.join('')).not.toMatch(/Bienvenue|maison|clé-de-la-voix|secrète/)
  useServer(1)
})

test('the installation says where the voice goes; without a server the call is 404', async () => {
  const transcription = { base_url: 'https://voix.exemple.fr:8443/v1', api_key: 'k', model: 'm', level: 2 as const }
  const installed = await anotherApp({ config: { ...readConfig({}), transcription } })
  expect((await installed.call(instance.info)).body.transcription).toEqual({ host: 'voix.exemple.fr', level: 2 })
  const bare = await anotherApp()
  const { token } = await bare.createUser()
  expect((await bare.call(instance.info)).body.transcription).toBeNull()
  const { status, error } = await bare.call(transcriptions.create, { token, form: soundForm(makeWav()) })
  expect([status, error.code]).toEqual([404, 'transcriptions.unavailable'])
})
