import { routes } from '@parvis/contract'
import { encodeJpeg, makePng, withExif } from '@parvis/document-reading/fixtures'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../../platform/errors/app-error.ts'
import { createModels } from '../../../platform/llm/index.ts'
import { openBench, createChatBench } from '../../../testing/chat-bench.ts'
import { startFaultModelServer, type FaultModelServer } from '../../../testing/fakes/fault-model-server.ts'
import { anotherApp, people } from '../../../testing/open-test-app.ts'
import { openReply } from '../../../testing/reply-client.ts'
import { fixedNotices } from '../notices.ts'

const { conversations, documents } = routes

/** A model that reads images, and one that does not, both of level 1. */
let seeing: FaultModelServer
let blind: FaultModelServer
const timeouts = { connectMs: 1_000, firstTokenMs: 10_000, idleMs: 2_000, totalMs: 20_000 }
const bench = openBench(async () => {
  ;[seeing, blind] = await Promise.all([startFaultModelServer(), startFaultModelServer()])
  const servers = [
    { base_url: seeing.baseUrl, api_key: null, model: 'vue', id: 'vue', images: true, context_tokens: 32_000 },
    { base_url: blind.baseUrl, api_key: null, model: 'texte', id: 'texte', context_tokens: 32_000 },
  ]
  return createChatBench({ models: createModels({ kind: 'openai', servers, timeouts }) })
})
const { ana, bruno } = people(bench.app, { ana: {}, bruno: {} })
beforeAll(() => {
  seeing.requests.length = 0
})
afterAll(() => Promise.all([seeing.close(), blind.close()]))

const plan = (shade = 120) => makePng({ pixels: new Uint8Array(80 * 50).fill(shade), width: 80, height: 50 })
async function attach(id: string, files: Record<string, Uint8Array>): Promise<{ document_id: string }[]> {
  const form = new FormData()
  for (const [name, bytes] of Object.entries(files)) form.append('document', new Blob([new Uint8Array(bytes)]), name)
  const { body } = await bench.app.call(conversations.addFiles, { token: ana.token, params: { id }, form })
  await bench.app.context.worker.drain()
  return body.files.map(({ document_id }) => ({ document_id: document_id! }))
}

type Part = { type: string; text?: string; image_url?: { url: string } }
/** Texts and images of the messages that a server received last. Images: their bytes. */
function received(server: FaultModelServer) {
  const messages = server.requests.at(-1)!.body.messages! as unknown as { role: string; content: string | Part[] }[]
  return messages.map(({ role, content }) => {
    const parts: Part[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
    return {
      role,
      text: parts.find(({ type }) => type === 'text')?.text,
      images: parts.flatMap(({ image_url }) => (image_url === undefined ? [] : [image_url.url])),
    }
  })
}
const bytesOf = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
const lastReply = async (id: string) => (await bench.messages(ana, id)).at(-1)!
const { images: unread } = fixedNotices

describe('a model that reads images', () => {
  it('receives the pictures of the question, and the reply says which', async () => {
    const id = await bench.newConversation(ana)
    const [file] = await attach(id, { 'plan.png': plan() })
    const reply = await bench.ask(ana, id, 'Que montre ce plan ?')
    const question = received(seeing).at(-1)!
    expect(question).toMatchObject({ role: 'user', text: 'Que montre ce plan ?' })
    expect(question.images).toHaveLength(1)
    expect(question.images[0]).toMatch(/^data:image\/png;base64,/)
    expect(reply.text()).not.toContain(unread.text)
    expect(reply.text()).not.toContain('n’a pas pu être lu')
    const images = [{ document_id: file!.document_id, filename: 'plan.png' }]
    expect(await lastReply(id)).toMatchObject({ model: 'vue', images })
    expect(reply.events.at(-1)).toMatchObject({ type: 'done', images })
    const second = await anotherApp({ database: bench.app.database, models: { ...bench.app.context.models, close: async () => {} } })
    const followed = await openReply(`${await second.listen()}/api/streams/${reply.stream_id}`, ana.token)
    await followed.ended
    expect(followed.events.at(-1)).toEqual(reply.events.at(-1))
    const without = await bench.ask(ana, id, 'Et le titre ?')
    expect(without.events.at(-1)).not.toHaveProperty('images')
  })

  it('receives a photograph without its place', async () => {
    const id = await bench.newConversation(ana)
    const photograph = withExif(encodeJpeg({ width: 40, height: 30, pixels: new Uint8Array(40 * 30 * 3).fill(90) }), 6)
    expect(photograph.includes('GPSLatitude')).toBe(true)
    await attach(id, { 'photo.jpg': photograph })
    await bench.ask(ana, id, 'Décrivez cette photo.')
    const [url] = received(seeing).at(-1)!.images
    expect(url).toMatch(/^data:image\/jpeg;base64,/)
    expect(bytesOf(url!).includes('GPS')).toBe(false)
    expect(bytesOf(url!).includes('Exif')).toBe(false)
  })

  it('receives four of five pictures, and the person is told which one is missing', async () => {
    const id = await bench.newConversation(ana)
    await attach(id, Object.fromEntries([1, 2, 3, 4, 5].map((at) => [`plan-${at}.png`, plan(at * 40)])))
    const reply = await bench.ask(ana, id, 'Comparez ces plans.')
    expect(received(seeing).at(-1)!.images).toHaveLength(4)
    expect(reply.text()).toContain('**plan-5.png**')
    expect(reply.text()).not.toContain('**plan-4.png**')
    expect((await lastReply(id)).images).toHaveLength(4)
  })

  it('receives those of the conversation with the questions that sent them, then the answer written again', async () => {
    const id = await bench.newConversation(ana)
    await attach(id, { 'un.png': plan(10) })
    await bench.ask(ana, id, 'Que montre le premier plan ?')
    await attach(id, { 'deux.png': plan(200) })
    await bench.ask(ana, id, 'Et le second ?')
    const questionImages = () => received(seeing).flatMap(({ role, images }) => (role === 'user' ? [images] : []))
    const [first, second] = questionImages()
    expect([first!.length, second!.length]).toEqual([1, 1])
    expect(first![0]).not.toBe(second![0])
    await bench.ask(ana, id, '', { action: 'regenerate' })
    expect(questionImages()).toEqual([first, second])
    expect((await lastReply(id)).images).toMatchObject([{ filename: 'deux.png' }])
    await bench.ask(ana, id, '', { action: 'regenerate', rewrite: 'shorter' })
    expect(questionImages()).toEqual([first, second, []])
  })

  it('never receives a bomb, and the person is told', async () => {
    const id = await bench.newConversation(ana)
    const bomb = Buffer.from(plan())
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    await attach(id, { 'bombe.png': bomb })
    const reply = await bench.ask(ana, id, 'Que montre ce plan ?')
    expect(received(seeing).every(({ images }) => images.length === 0)).toBe(true)
    expect(reply.text()).toContain('**bombe.png**')
    expect((await lastReply(id)).images).toBeUndefined()
  })

  it('receives nothing while the file store does not answer: the question is refused, and answered later', async () => {
    const id = await bench.newConversation(ana)
    await attach(id, { 'plan.png': plan(33) })
    const down = vi.spyOn(bench.app.context.blobs, 'withPath').mockRejectedValue(new AppError('files.unavailable'))
    onTestFinished(() => down.mockRestore())
    const before = seeing.requests.length
    const reply = await bench.ask(ana, id, 'Que montre ce plan ?')
    expect([reply.status, reply.events]).toEqual([503, []])
    down.mockRestore()
    expect((await bench.ask(ana, id, 'Que montre ce plan ?')).text()).not.toBe('')
    expect(seeing.requests).toHaveLength(before + 1)
  })
})

describe('a model that does not read images', () => {
  it('receives the text only, and the person is told once in the conversation', async () => {
    const id = await bench.newConversation(ana)
    await attach(id, { 'plan.png': plan() })
    seeing.next('503', '503', '503')
    const reply = await bench.ask(ana, id, 'Que montre ce plan ?')
    expect(JSON.stringify(blind.requests.at(-1)!.body)).not.toContain('image_url')
    expect(received(blind).at(-1)!.text).toBe('Que montre ce plan ?')
    expect(reply.text().startsWith(unread.text)).toBe(true)
    expect(await lastReply(id)).toMatchObject({ model: 'texte' })
    expect((await lastReply(id)).images).toBeUndefined()
    await attach(id, { 'autre.png': plan(30) })
    const next = await bench.ask(ana, id, 'Et celui-ci ?')
    expect(await lastReply(id)).toMatchObject({ model: 'texte' })
    expect(next.text()).not.toContain(unread.text)
  })

  it('a picture of level 3 goes to no model of level 1', async () => {
    const id = await bench.newConversation(ana)
    const [file] = await attach(id, { 'plan.png': plan() })
    await bench.app.call(conversations.setDocumentLevel, { token: ana.token, params: { id, document_id: file!.document_id }, body: { min_level: 3 } })
    const before = [seeing.requests.length, blind.requests.length]
    const reply = await bench.ask(ana, id, 'Que montre ce plan ?')
    expect(reply.status).toBe(409)
    expect([seeing.requests.length, blind.requests.length]).toEqual(before)
  })
})

describe('the picture as it was sent', () => {
  it('is given to those who may read the document, and to nobody else', async () => {
    const id = await bench.newConversation(ana)
    const [picture, text] = await attach(id, { 'plan.png': plan(), 'note.txt': Buffer.from('Le plan de la mairie.') })
    const get = (token: string, document_id: string) =>
      fetch(`${bench.url}/api${documents.picture.path.replace(':id', document_id)}`, { headers: { authorization: `Bearer ${token}` } })
    const found = await get(ana.token, picture!.document_id)
    expect([found.status, found.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await found.arrayBuffer()).toString('latin1', 1, 4)).toBe('PNG')
    expect((await get(bruno.token, picture!.document_id)).status).toBe(404)
    expect((await get(ana.token, text!.document_id)).status).toBe(404)
  })
})
