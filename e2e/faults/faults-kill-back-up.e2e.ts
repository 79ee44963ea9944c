import { routes } from '@parvis/contract'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAs, uniqueSuffix, type ApiClient } from '../support/api.ts'
import { startCommand, startServer, type AppServer } from '../support/servers/server.ts'
import { uploadPersonal } from '../support/upload.ts'
import { isFullProof } from '../support/whole.ts'

// REL-24: the command that saves dies, or the server that it saves does, wherever it is.

// Sixteen in a full proof (npm run prove): eight of each.
const rounds = process.env['PARVIS_PROVE'] ? 16 : 2

/**
 * Number of times that each document repeats its sentence. A backup is cut at a share of its own duration, so any size works; that of a full proof is
 * long.
 */
const repeats = process.env['PARVIS_PROVE'] ? 50_000 : 3_000

let server: AppServer
let api: ApiClient
let root: string
let conversation: string
/** Duration of a complete backup on this machine, in milliseconds. */
let wholeMs: number
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'parvis-coupees-'))
  server = await startServer({ PARVIS_DEMO: 'false' })
  api = await apiAs(server.url, server.root)
  for (let turn = 0; turn < 8; turn += 1) await uploadPersonal(server.url, api.token, `note ${turn}.txt`, 'La voirie communale. '.repeat(repeats))
  conversation = (await api(routes.conversations.findOrCreate, { body: {} })).id
  const begun = performance.now()
  const { code, stderr } = await save('entiere.tar.gz').ended
  if (code !== 0) throw new Error(stderr)
  wholeMs = performance.now() - begun
})
afterAll(async () => {
  await server?.close()
  rmSync(root, { recursive: true, force: true })
})

const save = (name: string) => startCommand('backup', [join(root, name)], { cwd: root, dataDir: server.dataDir })
const beginRestore = (name: string, dataDir: string) => startCommand('restore', [join(root, name)], { cwd: root, dataDir })
const restore = (name: string, dataDir: string) => beginRestore(name, dataDir).ended
const contents = async (from: ApiClient) => (await from(routes.conversations.get, { params: { id: conversation } })).messages.map(({ content }) => content)
/** The latest archive under its final name, and the content of the instance when it was requested. */
let whole = { name: 'entiere.tar.gz', held: [] as string[] }

test.each(Array.from({ length: rounds }, (_, round) => round))('REL-24 a back-up cut short never bears the name of a whole one, round %i', async (round) => {
  await api(routes.conversations.addMessage, { params: { id: conversation }, body: { role: 'user', content: `message ${round}` } })
  const name = `coupee-${round}.tar.gz`
  const held = await contents(api)
  const { child, ended } = save(name)
  await sleep((wholeMs * (round + 0.5)) / rounds)
  if (round % 2 === 0) child.kill('SIGKILL')
  else await server.kill9()
  const { code, stderr } = await ended
  if (round % 2 === 1) await server.restart()

  // Under its own name it is whole, and then it was said so (or nobody was left to be told).
  if (code !== null) expect(existsSync(join(root, name))).toBe(code === 0)
  if (existsSync(join(root, name))) whole = { name, held }
  // A server that dies is told in one sentence.
  if (code === 1) expect(stderr).toMatch(/^[^\n]+\.\n$/)
  if (existsSync(join(root, `${name}.incomplet`))) {
    const refused = await restore(`${name}.incomplet`, join(root, 'vide'))
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('est illisible ou incomplète')
  }
  expect(await contents(api)).toEqual(held)
})

test.each([
  ['SIGTERM', 0.2],
  ['SIGINT', 0.5],
  ['SIGTERM', 0.8],
] as const)('REL-24 a back-up that is told to stop by %s at %d of its length leaves nothing of what it was working on', async (signal, share) => {
  const copies = () => readdirSync(server.dataDir).filter((name) => name.startsWith('sauvegarde-'))
  const [before, name] = [copies(), `arretee-${uniqueSuffix()}.tar.gz`]
  const held = await contents(api)
  const { child, ended } = save(name)
  await sleep(wholeMs * share)
  child.kill(signal)
  const { code } = await ended
  expect([code, child.signalCode]).toEqual(code === 0 ? [0, null] : [null, signal])
  // It may have been done; stopped just after the archive had its name, that is whole too.
  if (existsSync(join(root, name))) whole = { name, held }
  else expect(code).toBe(null)
  expect(existsSync(join(root, `${name}.incomplet`))).toBe(false)
  // The server may be copying still.
  await expect.poll(copies).toEqual(before)
})

/**
 * Kills a restoration after the files are in their final folder, and before the database is.
 * @returns the folder
 */
async function killOnceFilesArePlaced(): Promise<string> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const dataDir = join(mkdtempSync(join(root, 'placee-')), 'donnees')
    const { child, ended } = beginRestore('entiere.tar.gz', dataDir)
    while (child.exitCode === null && !existsSync(join(dataDir, 'secret'))) await sleep(1)
    child.kill('SIGKILL')
    await ended
    // On a machine that stands still for a while, it was done before.
    if (!existsSync(join(dataDir, 'base', 'pgdata'))) return dataDir
  }
  throw new Error('every restoration had ended before it was killed')
}

// A shorter test covers the same code (unfinished-restoration.api.test.ts).
test.runIf(isFullProof)('REL-24 a restoration killed while it puts the files in place is run again', async () => {
  const dataDir = await killOnceFilesArePlaced()
  expect(readdirSync(dataDir)).toContain('secret')
  await expect(startServer({ PARVIS_DATA_DIR: dataDir, PARVIS_DEMO: 'false' })).rejects.toThrow('Une restauration a été interrompue')
  expect(await restore('entiere.tar.gz', dataDir)).toMatchObject({ code: 0, stderr: '' })
  const copy = await startServer({ PARVIS_DATA_DIR: dataDir, PARVIS_DEMO: 'false' })
  try {
    const there = await apiAs(copy.url, server.root)
    expect((await there(routes.library.uploads)).documents).toHaveLength(8)
  } finally {
    await copy.close()
  }
})

test.runIf(isFullProof)('REL-24 after all that, an instance is saved and restored as ever, and so is it from the last back-up that was whole', async () => {
  const held = await contents(api)
  expect(await save('apres.tar.gz').ended).toMatchObject({ code: 0, stderr: '' })
  for (const archive of [...(process.env['PARVIS_PROVE'] ? [whole] : []), { name: 'apres.tar.gz', held }]) {
    const dataDir = join(mkdtempSync(join(root, 'copie-')), 'donnees')
    expect(await restore(archive.name, dataDir)).toMatchObject({ code: 0, stderr: '' })
    const copy = await startServer({ PARVIS_DATA_DIR: dataDir, PARVIS_DEMO: 'false' })
    try {
      const there = await apiAs(copy.url, server.root)
      const found = await contents(there)
      expect(archive.held.filter((content) => !found.includes(content))).toEqual([])
      expect((await there(routes.library.uploads)).documents).toHaveLength(8)
    } finally {
      await copy.close()
    }
  }
})
