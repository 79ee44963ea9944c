import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { silentLog } from '../platform/log.ts'
import { createModels } from '../platform/llm/index.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { createApp } from '../app.ts'
import type { Context } from '../context.ts'
import type { Config } from '../platform/config/config.ts'
import { dataDirectory, openDatabase } from '../platform/db/database.ts'
import type { Database } from '../platform/db/types.ts'
import { migrations } from '../platform/db/migrations/index.ts'
import { readOrCreateSecret } from '../platform/create-file-once.ts'
import { runAdminTask } from './admin-tasks.ts'
import { noInstance, OperationError } from './errors.ts'

/**
 * Runs one task in this process, which opens the database.
 * @throws {OperationError} when there is no instance, when it has another version, or when the task is refused
 */
export const administerHere = (config: Config, words: readonly string[]): Promise<string> => operateHere(config, (context) => runAdminTask(context, words))

/**
 * Runs `work` in this process, which opens the database.
 * @throws {OperationError} when there is no instance, or when it has another version
 */
export async function operateHere(config: Config, work: (context: Context) => Promise<string>): Promise<string> {
  const { database: base } = config
  if (base.kind === 'embedded' && !existsSync(dataDirectory(base.dir))) throw noInstance()
  const database = await openDatabase(base, silentLog)
  try {
    await requireCurrentSchema(database)
    return await withApplication(config, database, work)
  } finally {
    await database.close()
  }
}

/**
 * Refuses a database that is not at the schema of this code: only a start of the application migrates it.
 * @throws {OperationError}
 */
async function requireCurrentSchema({ db }: Database): Promise<void> {
  const {
    rows: [markRow],
  } = await sql<{ exists: boolean }>`select to_regclass('public.schema_migrations') is not null as exists`.execute(db)
  const { rows } = markRow?.exists === true ? await sql<{ id: string }>`select id from schema_migrations`.execute(db) : { rows: [] }
  const applied = new Set(rows.map(({ id }) => id))
  if (applied.size === migrations.length && migrations.every(({ id }) => applied.has(id))) return
  throw new OperationError('La base de données n’est pas à jour\u00a0: démarrez d’abord cette version de Parvis avec npm start.')
}

/** Runs `work` with the application context, without an HTTP server, job worker or log. */
async function withApplication<T>(config: Config, database: Database, work: (context: Context) => Promise<T>): Promise<T> {
  const app = await createApp({
    config,
    database,
    secret: readOrCreateSecret(config.dataDir, config.secret),
    models: createModels(config.llm),
    mailer: createMailer(config.mail, silentLog),
    logStream: { write: () => {} },
  })
  try {
    return await work(app.context)
  } finally {
    await app.close()
  }
}
