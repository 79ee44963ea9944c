import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { createModels } from './platform/llm/index.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { createApp, listeningUrl, type App } from './app.ts'
import type { Config } from './platform/config/config.ts'
import { ConfigError } from './platform/config/read-settings.ts'
import { dataDirectory, openDatabase } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import type { Database, DatabaseConfig } from './platform/db/types.ts'
import { preparedDatabase } from './platform/db/embedded/prepared-database.ts'
import { DatabaseError } from './platform/db/errors.ts'
import { migrations } from './platform/db/migrations/index.ts'
import { createFirstAdmin, type FirstAdmin } from './features/auth/registration/create-first-admin.ts'
import { startLibraryHousekeeping } from './features/documents/housekeeping.ts'
import { queueFormerRepliesCount } from './features/quotas/former-replies.ts'
import { housekeeping } from './housekeeping.ts'
import { uploadTimeoutMs } from './platform/http/multipart.ts'
import { refuseUnfinishedRestoration } from './operations/interrupted/unfinished-restoration.ts'
import { listenForCommands } from './operations/operator-access.ts'
import { openErasureList } from './operations/erasures/open-erasure-list.ts'
import { replayErasures } from './operations/erasures/replay-erasures.ts'
import { startIdleCollection } from './platform/idle-collection.ts'
import { readOrCreateSecret } from './platform/create-file-once.ts'
import { prepareFiles } from './setup/prepare-files.ts'
import { checkSharedFolder, checkSharedSettings } from './setup/shared-instance.ts'
import { examples } from '../../seed/index.ts'
import { seedInstance } from './setup/seed-instance.ts'

export type Started = {
  app: App
  url: string
  /**
   * Resolves with `db.newer` when a newer version migrates the database while this one runs (PostgreSQL with several instances): this process must then
   * stop. Never settles otherwise.
   */
  outdated: Promise<DatabaseError>
  stop(): Promise<void>
}

/** Time given to running replies when the process stops, in milliseconds. */
const drainTimeoutMs = 20_000
const housekeepingIntervalMs = 5_000

/**
 * Starts everything and listens. If a step fails, what was started is closed.
 * @param onFirstAdmin called once the administrator of a new instance is created, before the server listens; a later step may still fail
 */
export async function start(config: Config, addPages: (app: App) => Promise<void>, onFirstAdmin: (admin: FirstAdmin) => void = () => {}): Promise<Started> {
  await checkListening(config)
  prepareDataDir(config)
  const databaseConfig = config.database
  // First, because an interrupted restoration must be refused as it is. Its embedded database comes last.
  if (databaseConfig.kind === 'embedded') await refuseUnfinishedRestoration(config.dataDir, () => existsSync(dataDirectory(databaseConfig.dir)))
  const secret = readOrCreateSecret(config.dataDir, config.secret)
  let app = null as App | null
  // The database logs before the server's log exists; those early lines are dropped.
  const log = {
    info: (facts: object, sentence: string) => app?.http.log.info(facts, sentence),
    warn: (facts: object, sentence: string) => app?.http.log.warn(facts, sentence),
    error: (facts: object, sentence: string) => app?.http.log.error(facts, sentence),
    debug: (facts: object, sentence: string) => app?.http.log.debug(facts, sentence),
  }
  const database = await openDatabase(withPreparedDatabase(config.database), log)
  let step = 'la mise à jour de la base'
  const prepare = async () => {
    // A database that an archive is still to be restored into must not be migrated.
    if (database.engine === 'postgres') await refuseUnfinishedRestoration(config.dataDir, () => hasUsers(database))
    await migrate(database, migrations, log)
    step = 'la reprise de ce qui était en cours'
    app = await createApp({ config, database, secret, models: createModels(config.llm, { examples }), mailer: createMailer(config.mail, log) })
    await app.context.replies.closeDeadReplies()
    // Before anything is recorded about the files: an instance that is refused must not change where the others store theirs.
    if (database.engine === 'postgres') await checkSharedSettings(database.db, app.context)
    await prepareFiles(app.context)
    if (database.engine === 'postgres') await checkSharedFolder(database.db, app.context)
    await replayErasures(app.context, openErasureList(config))
    await addPages(app)
    await listenForCommands(app, database)
    await app.http.ready()
    // Steps that may fail come earlier: little can still end the start between this account and the display of its password.
    step = 'la création du premier compte et des données de démonstration'
    const firstAdmin = await createFirstAdmin(app.context, config.demo ? seedInstance : undefined)
    if (firstAdmin !== null) onFirstAdmin(firstAdmin)
    await listen(app, config)
    return app
  }
  try {
    const ready = await database.whileStarting(prepare)
    const { promise: outdated, resolve: onOutdated } = Promise.withResolvers<DatabaseError>()
    const housekeepingTimer = startHousekeeping(ready, database, onOutdated)
    const { replies } = ready.context
    startIdleCollection(() => replies.running() > 0)
    queueFormerRepliesCount(ready.context)
    startLibraryHousekeeping(ready.context, database.engine === 'embedded', uploadTimeoutMs(config))
    ready.context.messageIndex.start()
    return { app: ready, url: listeningUrl(ready.http, config), outdated, stop: () => stop(ready, database, housekeepingTimer) }
  } catch (error) {
    await app?.close()
    await database.close()
    throw startError(error, step)
  }
}

/** Adds the step of the start to the error of a database that stopped answering. */
function startError(error: unknown, step: string): unknown {
  if (!(error instanceof DatabaseError) || error.code !== 'db.unavailable') return error
  return new DatabaseError(error.code, `Le démarrage attendait la base de données, qui ne répond pas, pour ${step}. Rien n’est perdu : relancez-le.`, {
    cause: error,
  })
}

async function hasUsers({ db }: Database): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('public.app_user') is not null as exists`.execute(db)
  if (rows[0]?.exists !== true) return false
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** A new embedded database is copied from the one prepared by the build. */
const withPreparedDatabase = (database: Config['database']): DatabaseConfig =>
  database.kind === 'embedded' ? { ...database, prepared: preparedDatabase() } : database

function prepareDataDir(config: Config): void {
  try {
    makeDir(config.dataDir)
    accessSync(config.dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError('PARVIS_DATA_DIR', 'ce dossier ne peut pas être créé ou écrit.', { cause: error })
  }
}

/** Creates a folder and its parents. `recursive` would loop for ever on file systems that report a missing parent which exists (`/proc`). */
function makeDir(dir: string): void {
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || path.dirname(dir) === dir) throw error
    makeDir(path.dirname(dir))
    mkdirSync(dir, { mode: 0o700 })
  }
}

/** Tries to listen before anything is created: a wrong port is reported at once and leaves no data behind. */
async function checkListening({ listen }: Config): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(listeningError(error, listen)))
    probe.listen(listen, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}

async function listen(app: App, config: Config): Promise<void> {
  // The framework's own line is silenced: the operator's first line must be the one that says that the server is ready.
  const { level } = app.http.log
  app.http.log.level = 'silent'
  try {
    await app.http.listen(config.listen)
  } catch (error) {
    throw listeningError(error, config.listen)
  } finally {
    app.http.log.level = level
  }
}

function listeningError(error: unknown, { port }: Config['listen']): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new ConfigError('PORT', `le port ${port} est déjà utilisé.`, { cause: error })
  if (code === 'EACCES') return new ConfigError('PORT', `le port ${port} est réservé.`, { cause: error })
  // Unknown host name, address of another machine, or unsupported address family.
  if (code !== undefined && /^(EADDRNOTAVAIL|EAFNOSUPPORT|EINVAL|ENOTFOUND|EAI_)/.test(code))
    return new ConfigError('HOST', 'cette adresse n’est pas celle de cette machine.', { cause: error })
  return error
}

function startHousekeeping(app: App, database: Database, onOutdated: (error: DatabaseError) => void): NodeJS.Timeout {
  const work = housekeeping(app.context, database)
  return setInterval(() => {
    work().catch((error: unknown) => {
      if (error instanceof DatabaseError && error.code === 'db.newer') return onOutdated(error)
      app.http.log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'housekeeping failed')
    })
  }, housekeepingIntervalMs).unref()
}

async function stop(app: App, database: Database, housekeepingTimer: NodeJS.Timeout): Promise<void> {
  clearInterval(housekeepingTimer)
  await app.context.replies.drain(drainTimeoutMs)
  await app.close()
  await database.close()
}
