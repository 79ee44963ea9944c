import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessToken } from '../support/api.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'
import { isFullProof } from '../support/whole.ts'

// One instance lived from its first start to its last stop, as an operator would.

let server: AppServer

beforeAll(async () => {
  // With the demonstration too, whose first start every other journey needs (support/servers/ready-data.ts): a full proof looks at this one as well.
  server = await startServer(isFullProof ? {} : { PARVIS_DEMO: 'false' }, { firstStart: true })
})

afterAll(() => server?.close())

test('the first start says where it is and who may enter, without the given password', async () => {
  expect(server.output()).toMatch(/^Parvis est prêt : http:\/\/127\.0\.0\.1:\d+$/m)
  await expect.poll(() => server.output()).toContain('Premier administrateur : admin')
  expect(server.output()).not.toContain(server.adminPassword)
  expect(await health()).toEqual({ status: 'ok' })
})

test('a forgotten password sends a mail with a link to this instance', async () => {
  const response = await fetch(`${server.url}/api/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@localhost' }),
  })
  expect(response.status).toBe(200)
  // A mail is there before it is written to its end.
  await expect.poll(() => server.outbox().then((mails) => mails.map(({ to }) => to))).toEqual([['admin@localhost']])
  const [mail] = await server.outbox()
  expect(mail?.links).toEqual([expect.stringMatching(new RegExp(`^${server.url}/reset-password/`))])
})

test('killed outright, it comes back on the same data and the same port', async () => {
  const before = server.pid
  await server.kill9()
  await expect(health()).rejects.toThrow('fetch failed')
  await server.restart()
  expect(server.pid).not.toBe(before)
  expect(await accessToken(server.url, server.root)).toEqual(expect.any(String))
})

test('told to stop, it ends well and may start again', async () => {
  expect(await server.stop()).toBe(0)
  await server.restart()
  expect(await accessToken(server.url, server.root)).toEqual(expect.any(String))
})

test('a second instance on the same data is refused with a sentence', async () => {
  await expect(startServer({ PARVIS_DATA_DIR: server.dataDir })).rejects.toThrow(
    /\(1\)\. It said:\nLa base de données du dossier .+ est déjà ouverte par un autre processus \(numéro \d+\)\. Arrêtez-le avant de recommencer, ou donnez un autre dossier par PARVIS_DATA_DIR\.\n$/,
  )
  expect(await accessToken(server.url, server.root)).toEqual(expect.any(String))
  expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200)
})

async function health(): Promise<unknown> {
  return (await fetch(`${server.url}/api/health`)).json()
}
