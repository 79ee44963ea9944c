import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { silentLog } from '../../server/src/platform/log.ts'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import type { DatabaseConfig } from '../../server/src/platform/db/types.ts'
import { databaseUrl, onServer } from '../../server/src/testing/databases/database.ts'
import { startPostgresServer, type PostgresServer } from '../../server/src/testing/databases/postgres-server.ts'
import { measuredEngines, type EngineName } from '../bench-app.ts'
import type { BenchReport } from '../report.ts'
import { password, startApplication } from '../stream/application.ts'
import { fillConversations, messagesPerConversation } from './fill.ts'
import { mixedTraffic, summary, type OperationTimes } from './traffic.ts'

const conversationsPerPerson = 100
const atOnce = 8
const accountsAtWork = 64
const seconds = 10
const rounds = 3
const sizes = { embedded: [300, 1_000, 3_000], postgres: [1_000, 10_000, 100_000] }

/** An instance of a given size, and the settings that start it. */
type ScaleInstance = { engine: EngineName; size: number; config: DatabaseConfig; env: Record<string, string> }

/**
 * Measures mixed traffic (list, open, send, search), eight simultaneous calls, on instances of several sizes. Each account has 100 conversations of 20
 * messages whatever the size, so that only the cost of other people's data grows. On both engines, or on `only` one.
 */
export async function benchScale(sizeList?: string, only?: string): Promise<BenchReport> {
  const engines = measuredEngines(only)
  const server = engines.includes('postgres') ? await startPostgresServer() : null
  const dir = mkdtempSync(path.join(tmpdir(), 'parvis-bench-scale-'))
  try {
    // Nothing is measured yet, so both engines fill their database in parallel.
    const filled = await Promise.all(
      engines.map((engine) => fillInstances(sizeList?.split(',').map(Number) ?? sizes[engine], dir, engine === 'postgres' ? server : null)),
    )
    const rows: Record<string, unknown>[] = []
    for (const instances of filled) rows.push(...(await measureInstances(instances)))
    return scaleReport(rows)
  } finally {
    await server?.remove()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function fillInstances(ofSizes: readonly number[], dir: string, server: PostgresServer | null): Promise<ScaleInstance[]> {
  const instances: ScaleInstance[] = []
  for (const size of ofSizes) instances.push(await fillInstance(size, path.join(dir, `${server === null ? 'embedded' : 'postgres'}-${size}`), server))
  return instances
}

function scaleReport(rows: Record<string, unknown>[]): BenchReport {
  return {
    name: 'scale',
    title: 'Trafic mêlé selon la taille de l’instance',
    rows,
    note: `${atOnce} appels à la fois, sans pause, de ${accountsAtWork} comptes au plus qui ont chacun ${conversationsPerPerson} conversations de ${messagesPerConversation} messages quelle que soit la taille ; modèle de démonstration à pleine vitesse. Les tailles sont mesurées tour à tour, ${rounds} fois ${seconds} s chacune : ce sont les rapports d’une ligne à l’autre qui comptent. Le processus mesuré, sa base et ceux qui l’appellent partagent la machine.`,
  }
}

async function fillInstance(size: number, dir: string, server: PostgresServer | null): Promise<ScaleInstance> {
  const name = `conversations_${size}`
  if (server !== null) await onServer(server.url, `create database ${name}`)
  const url = server === null ? null : databaseUrl(server.url, name)
  const env = { PARVIS_DATA_DIR: dir, LLM_DEMO_PACE: '0', ...(url !== null && { DATABASE_URL: url }) }
  await (await startApplication(env)).stop()
  const config: DatabaseConfig = url === null ? { kind: 'embedded', dir: path.join(dir, 'base') } : { kind: 'postgres', url }
  const startedAt = performance.now()
  const database = await openDatabase(config, silentLog)
  const { password_hash } = await database.db.selectFrom('app_user').where('username', '=', 'admin').select('password_hash').executeTakeFirstOrThrow()
  await fillConversations(database, { people: Math.ceil(size / conversationsPerPerson), conversationsPerPerson, password_hash: password_hash! })
  await database.close()
  process.stderr.write(`${database.engine}: ${size} conversations: written in ${Math.round((performance.now() - startedAt) / 1_000)} s\n`)
  return { engine: database.engine, size, config, env }
}

/** Runs the same traffic on each instance in turn, several times. */
async function measureInstances(instances: readonly ScaleInstance[]): Promise<Record<string, unknown>[]> {
  const measures = instances.map((instance) => ({ instance, times: new Map() as OperationTimes }))
  for (let round = 0; round < rounds; round += 1) {
    for (const { instance, times } of measures) {
      for (const [operation, ms] of await measure(instance)) times.set(operation, [...(times.get(operation) ?? []), ...ms])
    }
  }
  return measures.flatMap(({ instance: { engine, size }, times }) =>
    summary(times).map((row) => ({ engine, conversations: size, messages: size * messagesPerConversation, ...row })),
  )
}

async function measure({ size, env }: ScaleInstance): Promise<OperationTimes> {
  const people = Math.ceil(size / conversationsPerPerson)
  const accounts = Math.min(accountsAtWork, people)
  const app = await startApplication(env)
  try {
    const tokens: string[] = []
    for (let n = 0; n < accounts; n += 1) tokens.push(await app.login(`p${1 + Math.floor((n * people) / accounts)}`, password))
    await mixedTraffic({ port: app.port, tokens, atOnce, seconds: 3 })
    return await mixedTraffic({ port: app.port, tokens, atOnce, seconds })
  } finally {
    await app.stop()
  }
}
