import { rmSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '@parvis/contract'
import { postgresPrograms, startPostgresServer, type PostgresServer } from '../../server/src/testing/databases/postgres-server.ts'
import { startFakeS3, type FakeS3Server } from '../../server/src/testing/fakes/fake-s3-server.ts'
import { openReply } from '../../server/src/testing/reply-client.ts'
import { accessToken, apiAs } from '../support/api.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'
import { digestOf, sha256, uploadToBase } from '../support/upload.ts'
import { isFullProof } from '../support/whole.ts'

// Three processes that share nothing but PostgreSQL and an object store: each has a disk of its own, empty at first.

const category = 'Services techniques'
const rules = 'Le broyeur municipal de branches se réserve au guichet de la rue des Tanneurs, le mardi matin.'

describe.runIf(isFullProof && postgresPrograms() !== undefined)('instances on an object store (needs PostgreSQL)', () => {
  let postgres: PostgresServer
  let store: FakeS3Server
  let settings: Record<string, string>
  let servers: AppServer[]
  let token: string
  let [a, b, c] = ['', '', '']
  beforeAll(async () => {
    ;[postgres, store] = await Promise.all([startPostgresServer(), startFakeS3('essai/')])
    const { endpoint, bucket, accessKeyId, secretAccessKey } = store.settings
    settings = {
      DATABASE_URL: postgres.url,
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_PREFIX: 'essai',
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      PARVIS_SECRET: 'k9Zr-4tQw-7Ylp-2Vbn-8Xcd-5Mhj-1Sag',
      // No mail is sent here.
      SMTP_URL: 'smtp://127.0.0.1:25',
      PARVIS_DEMO: 'false',
    }
    servers = await Promise.all([1, 2, 3].map(() => startServer(settings)))
    ;[a, b, c] = servers.map(({ url }) => url) as [string, string, string]
    token = await accessToken(a, servers[0]!.root)
  })
  afterAll(async () => {
    await Promise.all((servers ?? []).map((server) => server.close()))
    await Promise.all([store?.close(), postgres?.remove()])
  })

  const rows = async (statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    try {
      return (await client.query(statement, values)).rows as Record<string, unknown>[]
    } finally {
      await client.end()
    }
  }
  const upload = async (url: string, name: string, content: string) => {
    const id = await uploadToBase(url, token, name, content, { category })
    await expect.poll(() => rows('select state from document where id = $1', [id]), { timeout: 30_000, interval: 100 }).toEqual([{ state: 'indexe' }])
    return id
  }
  const erase = async (url: string, id: string) => (await apiAs(url, servers[0]!.root))(routes.documents.remove, { params: { id } })
  const sourcesFrom = async (url: string) => {
    const question = { role: 'user', content: 'Comment réserver le broyeur municipal de branches ?' }
    const reply = await openReply(`${url}/api/chat/mistral/stream`, token, { body: { messageHistory: [question], library_category: category } })
    await reply.ended
    return reply.events.flatMap((event) => (event.type === 'sources' ? event.sources.map(({ document }) => document) : []))
  }
  const storedFiles = () => [...store.objects.keys()].filter((key) => /^essai\/[0-9a-f-]{36}$/.test(key))
  /** Restarts an instance with an emptied disk. */
  const comeBack = async (server: AppServer) => {
    rmSync(server.dataDir, { recursive: true, force: true })
    await server.restart()
  }

  test('a file of one is cited by another and read at the third; one is killed and comes back with an empty disk', async () => {
    const id = await upload(a, 'reglement.txt', rules)
    expect(await sourcesFrom(b)).toEqual(['reglement.txt'])
    expect(await digestOf(c, token, id)).toBe(sha256(rules))
    await servers[1]!.kill9()
    expect(await digestOf(c, token, id)).toBe(sha256(rules))
    await comeBack(servers[1]!)
    expect(await digestOf(b, token, id)).toBe(sha256(rules))
    await erase(b, id)
    for (const url of [a, b, c]) {
      expect(await digestOf(url, token, id)).toBe('404')
      expect(await sourcesFrom(url)).toEqual([])
    }
    expect(storedFiles()).toEqual([])
  })

  test('while the store is away, nothing is taken for lost, and all comes back with it', async () => {
    const id = await upload(a, 'reglement.txt', rules)
    await store.kill()
    expect(await digestOf(b, token, id)).toBe('503')
    await expect(uploadToBase(c, token, 'autre.txt', 'x', { category })).rejects.toThrow('503')
    expect(await sourcesFrom(c)).toEqual(['reglement.txt'])
    await store.restart()
    expect(await digestOf(b, token, id)).toBe(sha256(rules))
    await erase(a, id)
  })

  test('PRV-06 what was erased stays erased when the database goes back and every disk is empty', async () => {
    // Keeps the category.
    await upload(a, 'marche.txt', 'Le marché se tient le samedi.')
    const id = await upload(a, 'reglement.txt', rules)
    const before = storedFiles()
    await rows('create table saved_document as select * from document where id = $1', [id])
    await erase(c, id)
    const listed = () =>
      [...store.objects]
        .filter(([key]) => key.startsWith('essai/effacements/'))
        .map(([, { bytes }]) => bytes.toString())
        .join('')
    const { digest } = (await rows('select digest from erasure order by erased_at desc limit 1'))[0] as { digest: string }
    await expect.poll(listed, { timeout: 30_000, interval: 200 }).toContain(digest)
    await Promise.all(servers.map((server) => server.kill9()))
    await rows('insert into document select * from saved_document')
    await rows('drop table saved_document')
    await rows('delete from erasure where digest = $1', [digest])
    await comeBack(servers[0]!)
    expect(await rows('select id from document where id = $1', [id])).toEqual([])
    expect([before.length, storedFiles().length]).toEqual([2, 1])
    await Promise.all(servers.slice(1).map(comeBack))
  })
})
