import { fillPath, routes } from '@parvis/contract'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { isIP, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { startFakeClamd } from '../../server/src/testing/fakes/fake-clamd.ts'
import { startFakeEmbeddingsServer } from '../../server/src/testing/fakes/fake-embeddings-server.ts'
import { makeWav, startFakeTranscriptionServer } from '../../server/src/testing/fakes/fake-transcription-server.ts'
import { startFaultModelServer } from '../../server/src/testing/fakes/fault-model-server.ts'
import { openReply } from '../../server/src/testing/reply-client.ts'
import { accessToken, apiAs, createAccount } from '../support/api.ts'
import { startServer } from '../support/servers/server.ts'
import { uploadToBase } from '../support/upload.ts'
import { isFullProof } from '../support/whole.ts'

// The real process, with a witness below all that it uses to reach the network (trust case PRV-01).

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Call = { kind: string; target: string }

/** Starts the application with the recorder of connections. `calls` returns the addresses requested so far. */
async function startWatched(env: Record<string, string>, { onCopy = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-appels-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'appels.ndjson')
  const witness = pathToFileURL(join(import.meta.dirname, '../support/servers/record-connections.mjs')).href
  const server = await startServer({ ...env, RECORD_CONNECTIONS: file, NODE_OPTIONS: `--import ${witness}` }, { onCopy })
  closing.push(() => server.close())
  const calls = (): Call[] => {
    try {
      return readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Call)
    } catch {
      return []
    }
  }
  return { server, calls }
}

/** Simulates a day of work: accounts, projects, chats, documents with external links, questions, exports, mails, administration. */
async function wholeJourney(server: Awaited<ReturnType<typeof startServer>>): Promise<void> {
  const admin = await apiAs(server.url, server.root)
  const agent = await createAccount(admin, 'nora', { first_name: 'Nora' })
  const api = await apiAs(server.url, agent)
  const token = await accessToken(server.url, agent)
  const raw = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    return answer.status
  }
  const stream = async (path: string, body: object) => {
    const reply = await openReply(`${server.url}/api${path}`, token, { body })
    await reply.ended
  }

  for (const path of ['/', '/login', '/avatars', '/aide', '/favicon.svg', '/api/health', '/api/openapi.json', '/nulle-part']) await raw(path)
  const project = await api(routes.projects.create, { body: { name: 'Voie verte', content: 'https://ailleurs.invalid/projet' } })
  const { id } = await api(routes.conversations.findOrCreate, { body: { project_id: project.id } })
  await stream(routes.chat.stream.path, {
    conversation_id: id,
    messageHistory: [{ role: 'user', content: 'Résume https://ailleurs.invalid/page ![x](https://ailleurs.invalid/x.png)' }],
  })
  const files: [string, string][] = [
    ['page.html', '<p>Les horaires de la piscine.</p><img src="https://ailleurs.invalid/x.png"><link rel="stylesheet" href="https://ailleurs.invalid/x.css">'],
    ['note.md', 'Les horaires de la piscine.\n\n![x](https://ailleurs.invalid/x.png)'],
    ['courriel.eml', 'From: a@b.fr\r\nSubject: Piscine\r\nContent-Type: text/html\r\n\r\n<p>Horaires</p><img src="https://ailleurs.invalid/x.png">'],
  ]
  for (const [name, content] of files) await uploadToBase(server.url, token, name, content, { category: 'Notes internes' })
  const states = async () => {
    const { documents } = await api(routes.documents.list, { query: { category: 'Notes internes' } })
    return documents.filter(({ original_filename }) => files.some(([name]) => name === original_filename)).map(({ state }) => state)
  }
  await expect.poll(states, { timeout: 120_000, interval: 500 }).toEqual(files.map(() => 'indexe'))
  await stream(routes.chat.libraryStream.path, { message: 'Quels sont les horaires de la piscine ?', category: 'Notes internes' })
  await api(routes.conversations.list, { query: { search: 'piscine' } })
  expect(await raw(`/api${routes.rights.download.path}`)).toBe(200)
  await admin(routes.auth.forgotPassword, { body: { email: 'nora@ville.example' } })
  await admin(routes.announcements.publish, { body: { text: 'https://ailleurs.invalid/maintenance' } })
  await admin(routes.dashboards.read)
  await admin(routes.retention.purge)
  await admin(routes.audit.list)
  const [assistant] = (await admin(routes.assistants.list)).filter(({ is_active }) => is_active)
  if (assistant !== undefined) await raw(`/api${fillPath(routes.assistants.get.path, { id: assistant.id })}`)
}

/** Sends a recording. @returns the status */
async function dictate(server: Awaited<ReturnType<typeof startServer>>): Promise<number> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(makeWav())]), 'dictee.wav')
  const authorization = `Bearer ${await accessToken(server.url, server.root)}`
  const answer = await fetch(`${server.url}/api${routes.transcriptions.create.path}`, { method: 'POST', headers: { authorization }, body })
  await answer.arrayBuffer()
  return answer.status
}

/** Filters out the sockets of the application's own data folder, and the « names » that are IP addresses, which need no name resolution. */
const outward = (calls: Call[], { dataDir }: { dataDir: string }): Call[] =>
  calls.filter(({ kind, target }) => !(kind === 'unix' && target.startsWith(dataDir)) && !(kind === 'name' && isIP(target) !== 0))

const listening = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port

test('PRV-01 with nothing set, a whole journey reaches no address at all', async () => {
  // What a first start asks for is seen in a full proof.
  const { server, calls } = await startWatched({ PARVIS_DEMO: 'true' }, { onCopy: !isFullProof })
  await wholeJourney(server)
  expect(await dictate(server)).toBe(404)
  expect(await server.stop()).toBe(0)
  // The witness was there: it saw the lock of the database.
  expect(calls().some(({ kind }) => kind === 'unix')).toBe(true)
  expect(outward(calls(), server)).toEqual([])
})

test('PRV-01 only the servers of the settings are called, and each of them is seen', async () => {
  const model = await startFaultModelServer()
  closing.push(() => model.close())
  const embeddings = await startFakeEmbeddingsServer()
  closing.push(() => embeddings.close())
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], onData: (data, _, done) => (data.resume(), data.on('end', () => done())) })
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise<void>((resolve) => void smtp.close(() => resolve())))
  const transcription = await startFakeTranscriptionServer()
  closing.push(() => transcription.close())
  const clamd = await startFakeClamd()
  closing.push(() => clamd.close())
  const antivirus = `${clamd.address.host}:${clamd.address.port}`
  const relay = `127.0.0.1:${listening(smtp.server)}`

  const settings = {
    PARVIS_DEMO: 'false',
    LLM_BASE_URL: model.baseUrl,
    LLM_MODEL: 'essai',
    EMBEDDINGS_BASE_URL: embeddings.baseUrl,
    EMBEDDINGS_MODEL: 'essai',
    TRANSCRIPTION_BASE_URL: transcription.baseUrl,
    TRANSCRIPTION_MODEL: 'essai',
    SMTP_URL: `smtp://${relay}`,
    CLAMAV_URL: `tcp://${antivirus}`,
  }
  // Without the demonstration a first start has no document to send anywhere: the one above is enough to watch.
  const { server, calls } = await startWatched(settings, { onCopy: !isFullProof })
  await wholeJourney(server)
  expect(await dictate(server)).toBe(200)
  await expect.poll(() => calls().some(({ target }) => target === relay)).toBe(true)
  expect(await server.stop()).toBe(0)
  const expected = [new URL(model.baseUrl).host, new URL(embeddings.baseUrl).host, new URL(transcription.baseUrl).host, relay, antivirus]
  expect([...new Set(outward(calls(), server).map(({ target }) => target))].sort()).toEqual(expected.sort())
})
