import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@parvis/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAs, uniqueSuffix, type ApiClient } from '../support/api.ts'
import { startCommand, startServer, type AppServer } from '../support/servers/server.ts'
import { uploadToBase } from '../support/upload.ts'
import { isFullProof } from '../support/whole.ts'

// What the person in charge of an instance does from its machine, while it serves and while it does not.

let server: AppServer
let api: ApiClient
let root: string
let archive: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'parvis-operations-'))
  archive = join(root, 'sauvegardes', 'parvis.tar.gz')
  server = await startServer({ PARVIS_DEMO: 'false' })
  api = await apiAs(server.url, server.root)
})

afterAll(async () => {
  await server?.close()
  rmSync(root, { recursive: true, force: true })
})

/** Returns the path of a folder that does not exist. Each attempt has its own, because an abandoned one may still use the previous folder. */
const freshFolder = (name: string) => join(root, `${name}-${uniqueSuffix()}`)

const command = (name: Parameters<typeof startCommand>[0], words: string[], dataDir = server.dataDir) => startCommand(name, words, { cwd: root, dataDir }).ended

type SignedIn = { status: number; token: string; must_change_password: boolean }

async function signIn(origin: string, username: string, password: string): Promise<SignedIn> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { access_token = '', user } = (await response.json()) as { access_token?: string; user?: { must_change_password: boolean } }
  return { status: response.status, token: access_token, must_change_password: user?.must_change_password ?? false }
}

const note = `Note interne\n\n${'Les délibérations du conseil sont affichées huit jours. '.repeat(40)}`

/**
 * Writes messages, eight at a time, until `stop` aborts. After the first hundred it slows down, except in a full proof, because it would take all the
 * server's processor time during a whole backup.
 * @param acknowledged receives the messages confirmed by the server
 */
async function writeUntil(stop: AbortSignal, acknowledged: string[]): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!stop.aborted) {
        const content = `message ${(next += 1)}`
        await api(routes.conversations.addMessage, { params: { id: conversation }, body: { role: 'user', content } })
        acknowledged.push(content)
        if (!isFullProof && acknowledged.length > 100) await sleep(100)
      }
    }),
  )
}

let conversation: string
let document: string
/** Content confirmed by the server when the backup was requested. */
let promised: string[]
let tokenOfBefore: string

test('REL-24 an instance that is being written to is saved by one command, without stopping', async () => {
  tokenOfBefore = (await signIn(server.url, 'admin', server.adminPassword)).token
  document ??= await uploadToBase(server.url, tokenOfBefore, 'affichage.txt', note, { category: 'Notes internes' })
  conversation = (await api(routes.conversations.findOrCreate, { body: {} })).id
  const stop = new AbortController()
  const acknowledged: string[] = []
  const writing = writeUntil(stop.signal, acknowledged)
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(100)
  promised = [...acknowledged]
  const saved = await command('backup', [archive])
  const after = acknowledged.length
  stop.abort()
  await writing

  expect(saved).toMatchObject({ code: 0, stderr: '' })
  expect(saved.stdout).toMatch(/^Sauvegarde faite\u00a0: .*parvis\.tar\.gz \([\d,]+\u00a0[kM]o, /)
  expect(after).toBeGreaterThan(promised.length)
  expect(statSync(archive).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(archive, '..'))).toEqual(['parvis.tar.gz'])
  expect(readdirSync(server.dataDir).filter((name) => name.startsWith('sauvegarde-'))).toEqual([])
})

test('REL-24 a blank machine becomes that instance by one command', async () => {
  const dataDir = freshFolder('ailleurs')
  const restored = await command('restore', [archive], dataDir)
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).toContain('restaurée et vérifiée ligne à ligne')
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(readFileSync(join(server.dataDir, 'secret'), 'utf8'))
  const copy = await startServer({ PARVIS_DATA_DIR: dataDir, PARVIS_DEMO: 'false' })
  try {
    const there = await apiAs(copy.url, server.root)
    const { messages } = await there(routes.conversations.get, { params: { id: conversation } })
    const contents = new Set(messages.map(({ content }) => content))
    expect(promised.filter((content) => !contents.has(content))).toEqual([])
    // The key that signs came along: who was signed in still is.
    const file = await fetch(`${copy.url}/api/bibliotheque/documents/${document}/download`, { headers: { authorization: `Bearer ${tokenOfBefore}` } })
    expect(await file.text()).toBe(note)
    // A message written there comes after all those of before.
    await there(routes.conversations.addMessage, { params: { id: conversation }, body: { role: 'user', content: 'après' } })
    expect((await there(routes.conversations.get, { params: { id: conversation } })).messages.at(-1)?.content).toBe('après')
  } finally {
    await copy.stop()
  }
  const again = await command('restore', [archive], dataDir)
  expect(again).toMatchObject({ code: 1, stdout: '' })
  expect(again.stderr).toContain('contient déjà une instance')
})

test('an instance in use is not overwritten, and a damaged archive leaves nothing', async () => {
  const inUse = await command('restore', [archive])
  expect(inUse).toMatchObject({ code: 1, stdout: '' })
  expect(inUse.stderr).toMatch(/déjà ouverte par un autre processus/)
  const whole = readFileSync(archive)
  const files = {
    'coupee.tar.gz': whole.subarray(0, whole.length - 200),
    'abimee.tar.gz': whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 0xff : byte)),
    'autre.tar.gz': Buffer.from('rien'),
  }
  const dataDir = freshFolder('vide')
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(join(root, name), bytes)
    const refused = await command('restore', [join(root, name)], dataDir)
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: `La sauvegarde ${join(root, name)} est illisible ou incomplète.\n` })
    expect(existsSync(dataDir)).toBe(false)
  }
  expect((await command('restore', [join(root, 'absente')], dataDir)).stderr).toBe(`Le fichier ${join(root, 'absente')} n’existe pas.\n`)
})

const password = (text: string): string => /affiché une seule fois, à changer\)\u00a0: (\S+)$/m.exec(text)![1]!

/** Name of the person who receives an account; each attempt has its own. */
let name: string

test('accounts are made and recovered while the server runs, their password said once and to be changed', async () => {
  name = `Jeanne${crypto.randomUUID().slice(0, 4)}`
  const made = await command('admin', ['create-user', name, `${name}@ville.example`, '--admin', '--prenom=Jeanne'])
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout.split('\n')).toContain(`Administrateur créé\u00a0: ${name} (${name.toLowerCase()}@ville.example)`)
  const first = password(made.stdout)
  expect(await signIn(server.url, name.toLowerCase(), first)).toMatchObject({ status: 200, must_change_password: true })
  const reset = await command('admin', ['reset-password', `${name.toLowerCase()}@ville.example`])
  const second = password(reset.stdout)
  expect((await signIn(server.url, name, first)).status).toBe(401)
  expect(await signIn(server.url, name, second)).toMatchObject({ status: 200, must_change_password: true })
  expect(server.output()).not.toContain(first)
  expect(server.output()).not.toContain(second)

  const taken = await command('admin', ['create-user', name.toUpperCase(), 'autre@ville.example'])
  expect(taken).toMatchObject({ code: 1, stdout: '', stderr: 'Ce nom d’utilisateur ou cette adresse e-mail est déjà utilisé.\n' })
  expect((await command('admin', ['reset-password', 'personne'])).stderr).toContain('Aucun compte')
  for (const words of [[], ['effacer'], ['create-user', 'seul'], ['reindex', '--tout']]) {
    expect(await command('admin', words)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('npm run admin -- create-user') as string })
  }
})

test('every document is indexed again on request', async () => {
  await expect.poll(() => states(), { timeout: 30_000 }).toEqual(['indexe'])
  expect(await command('admin', ['reindex'])).toMatchObject({ code: 0, stdout: expect.stringContaining('1 document remis dans la file') as string })
  await expect.poll(() => states(), { timeout: 30_000 }).toEqual(['indexe'])
})

async function states(): Promise<string[]> {
  const { documents } = await api(routes.documents.states, { query: { ids: [document] } })
  return documents.map(({ state }) => state)
}

test.runIf(isFullProof)('the same commands serve an instance that is stopped', async () => {
  await server.stop()
  expect(existsSync(join(server.dataDir, 'commandes.sock'))).toBe(false)
  const again = password((await command('admin', ['reset-password', name])).stdout)
  expect((await command('admin', ['reindex'])).stdout).toContain('1 document remis dans la file')
  const cold = join(root, 'froide.tar.gz')
  expect(await command('backup', [cold])).toMatchObject({ code: 0, stderr: '' })
  expect(await command('restore', [cold], freshFolder('froid'))).toMatchObject({ code: 0, stderr: '' })
  await server.restart()
  expect((await signIn(server.url, name, again)).status).toBe(200)
})

test.runIf(isFullProof)('killed outright, a server leaves a socket that misleads nobody', async () => {
  await server.kill9()
  expect(existsSync(join(server.dataDir, 'commandes.sock'))).toBe(true)
  expect(await command('admin', ['reindex'])).toMatchObject({ code: 0, stdout: expect.stringContaining('1 document remis dans la file') as string })
  await server.restart()
  expect(statSync(join(server.dataDir, 'commandes.sock')).mode & 0o777).toBe(0o600)
  expect((await command('admin', ['reindex'])).code).toBe(0)
})

test('where there is no instance, nothing is made up', async () => {
  const nowhere = join(root, 'nulle-part')
  expect(await command('backup', [join(root, 'x.tar.gz')], nowhere)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Il n’y a rien à sauvegarder') as string,
  })
  expect(await command('admin', ['reindex'], nowhere)).toMatchObject({ code: 1, stderr: expect.stringContaining('n’existe pas encore') as string })
  expect((await command('backup', [])).code).toBe(2)
  expect((await command('backup', [join(server.dataDir, 'x.tar.gz')])).stderr).toContain('hors du dossier de données')
  expect([existsSync(nowhere), existsSync(join(root, 'x.tar.gz'))]).toEqual([false, false])
})
