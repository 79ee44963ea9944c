import { routes } from '@parvis/contract'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countIndex } from '../../server/src/testing/index-counts.ts'
import { apiAs, type ApiClient } from '../support/api.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'
import { uploadToBase } from '../support/upload.ts'
import { isFullProof } from '../support/whole.ts'

// REL-21, REL-22: processes die while documents wait to be read. The real application, its real reading process, its files.

// Enough for most of them to be waiting still when the process dies; a large queue is for a full proof (npm run prove).
const waiting = isFullProof ? 500 : 40
// Ten in a full proof (npm run prove).
const kills = process.env['PARVIS_PROVE'] ? 10 : 1

let server: AppServer
let api: ApiClient
beforeAll(async () => {
  server = await startServer({ PARVIS_DEMO: 'false' })
  api = await apiAs(server.url, server.root)
})
afterAll(() => server?.close())

const upload = (name: string, content: string) => uploadToBase(server.url, api.token, name, content)
const stateOf = async (id: string) => (await api(routes.documents.states, { query: { ids: id } as never })).documents[0]!
const indexed = async () => (await api(routes.documents.list, { query: {} })).documents.filter(({ state }) => state === 'indexe').length

/** Ids of the confined document-reading processes started by the application. */
const readers = () => readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number).filter(isConfined)

function isConfined(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--permission')
  } catch {
    // Gone meanwhile.
    return false
  }
}

test('REL-21 a reading process that the system kills is started again, and the document is read', async () => {
  // Its reading lasts longer than seeing who reads it; the index of a large document is for a full proof.
  const id = await upload('longue.html', `<html>${'<p>Le conseil délibère sur la voirie communale.</p>'.repeat(isFullProof ? 60_000 : 10_000)}`)
  let reading: number[] = []
  await expect.poll(() => (reading = readers()), { timeout: 20_000, interval: 5 }).not.toEqual([])
  for (const pid of reading) process.kill(pid, 'SIGKILL')
  await expect.poll(async () => (await stateOf(id)).state, { timeout: 60_000, interval: 500 }).toBe('indexe')
  expect(server.output()).toContain('job failed')
}, 120_000)

test(`REL-22 ${waiting} documents wait, the process is killed ${kills} times: each is indexed once, and nothing is left over`, async () => {
  const before = await indexed()
  const text = (i: number) =>
    `# Note ${i}\n\n${Array.from({ length: 3 }, (_, n) => `## Article ${n}\n\nLa note numéro ${i} traite de la voirie, au point ${n}.`).join('\n\n')}\n`
  for (let at = 0; at < waiting; at += 10) await Promise.all(Array.from({ length: 10 }, (_, i) => upload(`note ${at + i}.md`, text(at + i))))
  for (let kill = 0; kill < kills; kill += 1) {
    const done = await indexed()
    expect(done).toBeLessThan(before + waiting)
    await expect.poll(indexed, { timeout: 60_000, interval: 50 }).toBeGreaterThan(done)
    // Some still wait when the process dies: without them, nothing would be proven.
    expect(await indexed()).toBeLessThan(before + waiting)
    await server.kill9()
    await server.restart()
  }
  await expect.poll(indexed, { timeout: 240_000, interval: 1_000 }).toBe(before + waiting)
  await server.stop()

  const counts = await countIndex(path.join(server.dataDir, 'base'))
  expect(counts).toMatchObject({ documents: before + waiting, indexes: before + waiting, stray: 0, jobs: 0, positions: counts.passages })
  expect(counts.passages).toBeGreaterThanOrEqual(before + waiting)
}, 600_000)
