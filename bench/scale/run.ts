import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../../server/src/db/database.ts'
import type { DatabaseConfig } from '../../server/src/db/database.ts'
import { postgresPrograms, startPostgresServer } from '../../server/src/testing/postgres-server.ts'
import { quietLog } from '../../server/src/testing/quiet-log.ts'
import type { BenchReport } from '../report.ts'
import { password, startApplication } from '../stream/application.ts'
import { residentKb } from '../stream/processes.ts'
import { fillConversations, messagesPerConversation } from './fill.ts'
import { mixedTraffic, summary } from './traffic.ts'

const conversationsPerPerson = 100
const atOnce = 8
const accountsAtWork = 64
const seconds = 20
const sizes = { embedded: [300, 1_000, 3_000], postgres: [1_000, 10_000, 100_000] }
type Engine = keyof typeof sizes

/**
 * Mixed traffic, eight calls at once (list, open, send, search) on an instance that grows: each has 100 conversations of 20 messages
 * whatever its size, so that what grows is what the others cost. On both engines or on `only` one, at the given sizes in conversations.
 */
export async function benchScale(wanted?: string, only?: string): Promise<BenchReport> {
  const rows: Record<string, unknown>[] = []
  for (const engine of ['embedded', 'postgres'] as const) {
    if ((only !== undefined && only !== engine) || (engine === 'postgres' && postgresPrograms() === undefined)) continue
    for await (const row of measure(engine, wanted?.split(',').map(Number) ?? sizes[engine])) {
      rows.push(row)
      process.stderr.write(`${JSON.stringify(row)}\n`)
    }
  }
  return {
    name: 'scale',
    title: 'Trafic mêlé selon la taille de l’instance',
    rows,
    note: `${atOnce} appels à la fois, sans pause pendant ${seconds} s, de ${accountsAtWork} comptes au plus qui ont chacun ${conversationsPerPerson} conversations de ${messagesPerConversation} messages, dont le nombre ne change pas avec la taille ; modèle de démonstration à pleine vitesse. Le processus mesuré, sa base et ceux qui l’appellent partagent la machine.`,
  }
}

async function* measure(engine: Engine, steps: readonly number[]): AsyncGenerator<Record<string, unknown>> {
  const server = engine === 'postgres' ? await startPostgresServer() : null
  const dir = mkdtempSync(path.join(tmpdir(), 'parvis-bench-scale-'))
  const config: DatabaseConfig = server === null ? { kind: 'embedded', dir: path.join(dir, 'base') } : { kind: 'postgres', url: server.url }
  const env = { PARVIS_DATA_DIR: dir, LLM_DEMO_PACE: '0', ...(server && { DATABASE_URL: server.url }) }
  try {
    await (await startApplication(env)).stop()
    let people = 0
    for (const size of steps) {
      const to = Math.ceil(size / conversationsPerPerson)
      const began = performance.now()
      const database = await openDatabase(config, quietLog)
      const { password_hash } = await database.db.selectFrom('app_user').where('username', '=', 'admin').select('password_hash').executeTakeFirstOrThrow()
      await fillConversations(database, { from: people, to, conversationsPerPerson, password_hash })
      await database.close()
      people = to
      const filled_s = Math.round((performance.now() - began) / 1_000)
      const app = await startApplication(env)
      try {
        const tokens: string[] = []
        for (let n = 0; n < Math.min(accountsAtWork, people); n += 1)
          tokens.push(await app.login(`p${1 + Math.floor((n * people) / Math.min(accountsAtWork, people))}`, password))
        await mixedTraffic({ port: app.port, tokens, atOnce, seconds: 3 })
        for (const row of summary(await mixedTraffic({ port: app.port, tokens, atOnce, seconds }))) {
          yield { engine, conversations: size, messages: size * messagesPerConversation, filled_s, rss_mb: Math.round(residentKb([app.pid]) / 1_024), ...row }
        }
      } finally {
        await app.stop()
      }
    }
  } finally {
    await server?.remove()
    rmSync(dir, { recursive: true, force: true })
  }
}
