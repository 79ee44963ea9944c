import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import type { Context } from '../../server/src/context.ts'
import { hashPassword } from '../../server/src/features/auth/passwords/password-hash.ts'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import type { Database, DatabaseConfig } from '../../server/src/platform/db/types.ts'
import { migrations } from '../../server/src/platform/db/migrations/index.ts'
import { silentLog } from '../../server/src/platform/log.ts'
import { startPostgresServer, type PostgresServer } from '../../server/src/testing/databases/postgres-server.ts'
import { measuredEngines } from '../bench-app.ts'
import type { BenchReport } from '../report.ts'
import { password } from '../stream/application.ts'
import { countOf, readPreservedState, findLosses, type PreservedState } from './checks.ts'
import { messagesPerConversation, fillFormerInstance, type InstanceSize } from './seed.ts'
import { idleDurationMs, killedAfterMs, serveWhileCounting, type Findings, type DatabaseLocation, type ReportRows } from './serve.ts'

/** First migration that a database from before organisations does not have. */
const firstPending = '2026-11-25-conversations-at-hand'
/** First migration of organisations (grants, teams, sharing, allowances), to which the time target applies. */
const firstOfOrganisation = '2026-11-26-identities'
const aimMs = 20_000

const sizeOf = (conversations: number): InstanceSize => ({
  conversations,
  accounts: Math.max(2, Math.min(500, Math.floor(conversations / 20))),
  assistants: 300,
  prompts: 300,
  categories: 300,
})

/**
 * Measures the update of an instance from before organisations, with `conversations` of ten messages: each migration, the response times while the job
 * counts former replies, a SIGKILL in the middle, and whether every reply is counted once in the end. On both engines, or on `only` one.
 */
export async function benchMigration(conversations = '100000', only?: string): Promise<BenchReport> {
  const size = sizeOf(Number(conversations))
  const findings: Findings = { rows: [], failures: [] }
  const engines = measuredEngines(only)
  const dir = mkdtempSync(path.join(tmpdir(), 'parvis-bench-migration-'))
  const server = engines.includes('postgres') ? await startPostgresServer(undefined, true) : null
  try {
    // Nothing is measured yet, so both engines fill their database in parallel.
    const formerDatabases = await Promise.all(engines.map((engine) => createFormerDatabase(locationOf(engine === 'postgres' ? server : null, dir), size)))
    const loads = [loadavg()[1]!]
    for (const [index, engine] of engines.entries()) {
      const of = await measure(formerDatabases[index]!, size)
      findings.rows.push(...of.rows.map((row) => ({ engine, ...row })))
      findings.failures.push(...of.failures.map((failure) => `${engine}, ${failure}`))
      loads.push(loadavg()[1]!)
    }
    return { name: 'migration', title: 'Mise à jour d’une instance d’avant l’organisation', ...findings, note: noteOf(size, loads) }
  } finally {
    await server?.remove()
    rmSync(dir, { recursive: true, force: true })
  }
}

function locationOf(server: PostgresServer | null, dir: string): DatabaseLocation {
  const data = path.join(dir, server === null ? 'embedded' : 'postgres')
  const config: DatabaseConfig = server === null ? { kind: 'embedded', dir: path.join(data, 'base') } : { kind: 'postgres', url: server.url }
  return { config, env: { PARVIS_DATA_DIR: data, ...(server !== null && { DATABASE_URL: server.url }) } }
}

/** Note of the report. `loads`: load of the machine before and after each engine, including other programs. */
const noteOf = (size: InstanceSize, loads: readonly number[]) =>
  `${size.conversations} conversations de ${messagesPerConversation} messages sur une année, ${size.accounts} comptes et autant de projets, ${size.assistants} assistants, ${size.prompts} prompts et ${size.categories} catégories de documents, sans document. Visé : les migrations de l’organisation en ${aimMs / 1_000} s au plus, aucun appel sans réponse, rien de fermé ni de compté deux fois. Quatre personnes à la fois appellent l’application, 50 ms entre deux appels, pendant que la tâche compte les réponses d’avant, puis ${idleDurationMs / 1_000} s sans elle ; le rapport est celui des p50. Le processus est tué (SIGKILL) ${killedAfterMs / 1_000} s après le premier appel : le registre et les réponses qui restent à compter sont alors comparés à un compte direct, puis le registre entier à la fin. PostgreSQL attend son disque (fsync). L’application, sa base et ceux qui l’appellent partagent la machine, dont la charge sur 5 minutes était, avant puis après chaque moteur, de ${loads.map((load) => load.toFixed(1).replace('.', ',')).join(' puis ')} pour ${availableParallelism()} cœurs.`

/** A database before the update, and the state to preserve. */
type FormerDatabase = { place: DatabaseLocation; before: PreservedState }

async function createFormerDatabase(place: DatabaseLocation, size: InstanceSize): Promise<FormerDatabase> {
  const database = await openDatabase(place.config, silentLog)
  try {
    return { place, before: await fillFormerDatabase(database, size) }
  } finally {
    await database.close()
  }
}

/** Migrates a former database, then serves it twice. */
async function measure({ place, before }: FormerDatabase, size: InstanceSize): Promise<Findings> {
  const database = await openDatabase(place.config, silentLog)
  const result = await update(database).finally(() => database.close())
  const failures = result.organisationMs > aimMs ? [`migrations de l’organisation : ${result.organisationMs} ms pour ${aimMs}`] : []
  const served = await serveWhileCounting(place, size)
  return { rows: [...result.rows, ...served.rows], failures: [...failures, ...served.failures, ...(await checkEnd(place, before))] }
}

/**
 * Fills a database that only has the former migrations.
 * @returns the state to preserve
 */
export async function fillFormerDatabase(database: Database, size: InstanceSize): Promise<PreservedState> {
  const startedAt = performance.now()
  await migrate(database, migrations.slice(0, indexOf(firstPending)), silentLog)
  await fillFormerInstance(database, size, await hashPassword({} as Context, password))
  process.stderr.write(`${database.engine}: ${size.conversations} conversations written in ${Math.round((performance.now() - startedAt) / 1_000)} s\n`)
  return readPreservedState(database.db)
}

const indexOf = (id: string) => migrations.findIndex((migration) => migration.id === id)

type UpdateResult = { rows: ReportRows; organisationMs: number }

/** Applies pending migrations, as every start does before it listens. */
export async function update(database: Database): Promise<UpdateResult> {
  const rows: { what: string; ms: number }[] = []
  const log = { ...silentLog, info: (facts: object) => rows.push({ what: String(Reflect.get(facts, 'migration')), ms: Number(Reflect.get(facts, 'ms')) }) }
  const startedAt = performance.now()
  await migrate(database, migrations, log)
  const ms = Math.round(performance.now() - startedAt)
  const organisationMs = rows.filter(({ what }) => indexOf(what) >= indexOf(firstOfOrganisation)).reduce((sum, row) => sum + row.ms, 0)
  rows.push({ what: 'toutes les migrations', ms }, { what: 'dont celles de l’organisation (2026-11-26)', ms: organisationMs })
  return { rows, organisationMs }
}

/** Checks the final state: each reply counted once, nothing lost, no access closed. */
async function checkEnd({ config }: DatabaseLocation, before: PreservedState): Promise<string[]> {
  const database = await openDatabase(config, silentLog)
  try {
    return await findErrors(database, before)
  } finally {
    await database.close()
  }
}

/** Returns sentences on errors of the update and of the count of former replies; none when there are none. */
export function findErrors(database: Database, before: PreservedState): Promise<string[]> {
  return database.patiently(async (db) => {
    const { waiting, wrong, counted, replies } = await countOf(db)
    return [
      ...(waiting === 0 && counted === replies ? [] : [`${counted} réponses au registre pour ${replies}, ${waiting} en attente`]),
      ...(wrong === 0 ? [] : [`${wrong} lignes du registre ne sont pas le compte direct`]),
      ...(await findLosses(db, before)),
    ]
  })
}
