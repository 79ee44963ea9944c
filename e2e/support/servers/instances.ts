import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startFaultModelServer, type FaultModelServer } from '../../../server/src/testing/fakes/fault-model-server.ts'
import { startPostgresServer, type PostgresServer } from '../../../server/src/testing/databases/postgres-server.ts'
import { openReply, type OpenReply } from '../../../server/src/testing/reply-client.ts'
import { createRoundRobin } from './round-robin.ts'
import { startServer, type AppServer } from './server.ts'

export type InstanceGroup = {
  servers: AppServer[]
  postgres: PostgresServer
  model: FaultModelServer
  /** URL of a reverse proxy that gives each request to the next instance. */
  url: string
  /** Settings common to all instances. */
  settings: Record<string, string>
  rows<T extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<T[]>
  close(): Promise<void>
}

/** Starts identical processes of the real application on one empty PostgreSQL database and one shared folder. */
export async function startInstances(count: number, env: Record<string, string> = {}): Promise<InstanceGroup> {
  const [postgres, model] = await Promise.all([startPostgresServer(), startFaultModelServer({ tokens: 600 })])
  const dataDir = mkdtempSync(join(tmpdir(), 'parvis-instances-'))
  const settings = {
    DATABASE_URL: postgres.url,
    PARVIS_DATA_DIR: dataDir,
    LLM_BASE_URL: model.baseUrl,
    LLM_MODEL: 'essai',
    PARVIS_DEMO: 'false',
    CHAT_MAX_PER_MINUTE: '100000',
    ...env,
  }
  const servers = await Promise.all(Array.from({ length: count }, () => startServer(settings)))
  const proxy = await createRoundRobin(servers.map(({ port }) => port))
  return {
    servers,
    postgres,
    model,
    settings,
    url: proxy.url,
    async rows<T extends pg.QueryResultRow>(statement: string, values: unknown[] = []) {
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      try {
        return (await client.query<T>(statement, values)).rows
      } finally {
        await client.end()
      }
    },
    async close() {
      await proxy.close()
      await Promise.all(servers.map((server) => server.close()))
      await Promise.all([model.close(), postgres.remove()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Asks a question in a stored conversation, and reads the reply from one instance. */
export function askQuestion(url: string, token: string, conversation_id: string, content: string, more: object = {}): Promise<OpenReply> {
  const messageHistory = content === '' ? [] : [{ role: 'user', content }]
  return openReply(`${url}/api/chat/mistral/stream`, token, { body: { conversation_id, messageHistory, ...more } })
}

export const followStream = (url: string, token: string, stream_id: string, lastEventId?: number): Promise<OpenReply> =>
  openReply(`${url}/api/streams/${stream_id}`, token, lastEventId === undefined ? {} : { lastEventId })
