import { routes } from '@parvis/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countIndex } from '../../server/src/testing/index-counts.ts'
import { apiAs, type ApiClient } from '../support/api.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'
import { digestOf, storedFiles, sha256, uploadPersonal } from '../support/upload.ts'

// REL-21: the process dies in the middle of uploads, of their writing in the database and of their indexing, on the same data.

// Twenty in a full proof (npm run prove).
const rounds = process.env['PARVIS_PROVE'] ? 20 : 1
/** Content of the acknowledged documents, by id. */
const promised = new Map<string, string>()

let server: AppServer
let api: ApiClient
beforeAll(async () => {
  server = await startServer({ PARVIS_DEMO: 'false', MAX_UPLOAD_MB: '100' })
  api = await apiAs(server.url, server.root)
})
afterAll(() => server?.close())

const documents = async () => (await api(routes.library.uploads)).documents

/** Uploads files one after the other, alternately small and large, until the server is killed. */
async function load(round: number, writer: number): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const content = `Note ${round} ${writer} ${turn}. La voirie communale.\n`.repeat(turn % 3 === 2 ? 60_000 : 20)
    const id = await uploadPersonal(server.url, api.token, `note ${round}-${writer}-${turn}.txt`, content)
    promised.set(id, sha256(content))
  }
}

test.each(Array.from({ length: rounds }, (_, round) => round))('REL-21 killed in the middle of uploads, round %i', async (round) => {
  const before = promised.size
  const loads = [1, 2, 3].map((writer) => load(round, writer).catch(() => {}))
  await expect.poll(() => promised.size, { timeout: 30_000 }).toBeGreaterThan(before)
  // Spread over a second, never twice at the same place.
  await sleep((round * 397) % 1_000)
  await server.kill9()
  await Promise.all(loads)
  await server.restart()

  const known = new Map((await documents()).map((document) => [document.id, document]))
  expect([...promised.keys()].filter((id) => !known.has(id))).toEqual([])
  // Each row has its file, and each file its row: what was cut short is swept, whether it was acknowledged or not.
  for (const id of known.keys()) {
    const digest = await digestOf(server.url, api.token, id)
    expect(digest, id).toBe(promised.get(id) ?? digest)
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
  }
  await expect.poll(() => storedFiles(server).length, { timeout: 60_000, interval: 200 }).toBe(known.size)
})

// What was being indexed at several of these deaths is tried again minutes later (platform/jobs/worker.ts).
test('REL-21 each document is indexed once, and nothing is left over', async () => {
  const states = async () => [...new Set((await documents()).map(({ state }) => state))]
  await expect.poll(states, { timeout: 600_000, interval: 1_000 }).toEqual(['indexe'])
  const { length } = await documents()
  await server.stop()
  const counts = await countIndex(path.join(server.dataDir, 'base'))
  expect(counts).toMatchObject({ documents: length, indexes: length, stray: 0, jobs: 0, positions: counts.passages })
}, 660_000)
