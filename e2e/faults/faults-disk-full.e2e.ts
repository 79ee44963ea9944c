import { errorSentence, routes } from '@parvis/contract'
import { randomBytes } from 'node:crypto'
import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFaultModelServer, type FaultModelServer } from '../../server/src/testing/fakes/fault-model-server.ts'
import { postgresPrograms, startPostgresServer } from '../../server/src/testing/databases/postgres-server.ts'
import { openReply } from '../../server/src/testing/reply-client.ts'
import { canMountDisks, mountSmallDisk, type SmallDisk } from '../../server/src/testing/fakes/small-disk.ts'
import { accessToken, apiAs, type ApiClient } from '../support/api.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'
import { isFullProof } from '../support/whole.ts'

// REL-19: the disk is filled to its last byte under the real process, in the middle of a reply.

const full = { status: 507, error: errorSentence('server.storage_full') }

describe.runIf(canMountDisks())('REL-19 a disk that is really full (needs the right to mount one)', () => {
  let disk: SmallDisk
  let model: FaultModelServer
  let server: AppServer
  let api: ApiClient
  beforeEach(async () => {
    disk = mountSmallDisk(320)!
    // PostgreSQL has an account of its own.
    chmodSync(disk.dir, 0o755)
    model = await startFaultModelServer({ tokens: 100 })
  })
  afterEach(async () => {
    await server?.close()
    await model?.close()
    disk?.remove()
  })

  const begin = async (env: Record<string, string>) => {
    const dataDir = join(disk.dir, 'donnees')
    const settings = { PARVIS_DATA_DIR: dataDir, PARVIS_DEMO: 'false', LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'essai', ...env }
    server = await startServer(settings, { onCopy: env['DATABASE_URL'] === undefined })
    api = await apiAs(server.url, server.root)
  }
  const send = async (method: string, path: string, body: string | FormData) => {
    const json = typeof body === 'string'
    const headers = { authorization: `Bearer ${api.token}`, ...(json && { 'content-type': 'application/json' }) }
    const response = await fetch(`${server.url}/api${path}`, { method, body, headers })
    const answer = (await response.json()) as { error?: string; document_id?: string }
    return { status: response.status, error: answer.error, document_id: answer.document_id }
  }
  const upload = (content: string) => {
    const form = new FormData()
    form.append('document', new Blob([content]), 'note.txt')
    return send('POST', '/upload', form)
  }
  const note = (id: string, content: string) => send('POST', `/conversations/${id}/messages`, JSON.stringify({ role: 'user', content }))
  const ask = (id: string, content: string) =>
    openReply(`${server.url}/api/chat/mistral/stream`, api.token, { body: { conversation_id: id, messageHistory: [{ role: 'user', content }] } })
  const messages = async (id: string) => (await api(routes.conversations.get, { params: { id } })).messages
  const text = 'Les délibérations sont affichées huit jours. '.repeat(50)

  test('the embedded base: refusals that say so, nothing lost, everything read, and back to work by itself', async () => {
    await begin({})
    const reserve = () => readdirSync(join(server.dataDir, 'base')).filter((name) => /^reserve-\d$/.test(name)).length
    await expect.poll(reserve, { timeout: 20_000 }).toBe(2)
    const { id: journal } = await api(routes.conversations.findOrCreate, { body: {} })
    expect((await note(journal, 'avant')).status).toBe(201)
    const { document_id } = await upload(text)
    const { id: asked } = await api(routes.conversations.findOrCreate, { body: {} })
    const reply = await ask(asked, 'mode:lent:40')
    await reply.until((events) => events.length > 5)

    disk.fill()
    await expect.poll(async () => (await note(journal, 'pendant')).status, { timeout: 10_000 }).toBe(507)
    expect(await note(journal, 'pendant')).toMatchObject(full)
    expect(await upload(text)).toMatchObject(full)
    expect((await ask(asked, 'encore')).status).toBe(507)
    // What people need to read, and to make room, is given a part of the reserve once nothing is left: what the instance may have given back
    // meanwhile is taken from it again.
    const isSpent = () => {
      const [free, held] = [disk.free(), reserve()]
      if (held === 2 && free >= 4_096) disk.fill()
      return { parts: held, free, said: server.output().split('\n').slice(-5) }
    }
    await expect.poll(isSpent, { timeout: 10_000 }).toMatchObject({ parts: 1 })
    expect((await fetch(`${server.url}/`)).status).toBe(200)
    expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200)
    await accessToken(server.url, server.root)
    expect((await messages(journal))[0]?.content).toBe('avant')
    const read = await fetch(`${server.url}/api/bibliotheque/documents/${document_id}/download`, { headers: { authorization: `Bearer ${api.token}` } })
    expect(await read.text()).toBe(text)
    await api(routes.documents.remove, { params: { id: document_id! } })

    disk.clear()
    await expect.poll(async () => (await note(journal, 'après')).status, { timeout: 20_000 }).toBe(201)
    expect(await reply.ended).toEqual({ cut: false })
    const kept = (await messages(asked)).at(-1)!
    expect([kept.status, kept.content]).toEqual(['complete', reply.text()])
    expect((await upload(text)).status).toBe(201)
    expect(await (await ask(asked, 'encore')).ended).toEqual({ cut: false })
    const contents = (await messages(journal)).map(({ content }) => content)
    expect([contents[0], contents.at(-1)]).toEqual(['avant', 'après'])
    expect(server.output()).not.toContain('unhandled rejection')
    expect(await server.stop()).toBe(0)
  })

  test.runIf(isFullProof && postgresPrograms() !== undefined)('a PostgreSQL server without room, and no room for files (needs PostgreSQL)', async () => {
    const postgres = await startPostgresServer(disk.dir)
    try {
      await begin({ DATABASE_URL: postgres.url })
      const { id: journal } = await api(routes.conversations.findOrCreate, { body: {} })
      const { id: project } = await api(routes.projects.create, { body: { name: 'Voirie' } })
      expect((await note(journal, 'avant')).status).toBe(201)

      disk.fill()
      const write = () => send('PUT', `/projects/${project}`, JSON.stringify({ content: randomBytes(30_000).toString('base64') }))
      await expect.poll(async () => (await write()).status, { timeout: 20_000 }).toBe(507)
      expect(await write()).toMatchObject(full)
      expect(await upload(text.repeat(50))).toMatchObject(full)
      expect((await messages(journal)).map(({ content }) => content)).toEqual(['avant'])
      expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200)

      disk.clear()
      expect((await write()).status).toBe(200)
      expect((await upload(text)).status).toBe(201)
      expect(server.output()).not.toContain('unhandled rejection')
    } finally {
      await server?.stop()
      await postgres.remove()
    }
  })
})
