import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { createLlm } from './platform/llm/index.ts'
import { createMailer } from './platform/mail/index.ts'
import { createApp, listeningUrl, type App } from './app.ts'
import type { Config } from './platform/config/config.ts'
import { ConfigError } from './platform/config/read-settings.ts'
import { dataDirectory, migrate, openDatabase, type Database, type DatabaseConfig } from './platform/db/database.ts'
import { preparedDatabase } from './platform/db/embedded/prepared-database.ts'
import { DatabaseError } from './platform/db/errors.ts'
import { migrations } from './platform/db/migrations/index.ts'
import { createFirstAdmin, type FirstAdmin } from './features/auth/registration/create-first-admin.ts'
import { keepLibrary } from './features/documents/keep-library.ts'
import { countFormerLater } from './features/quotas/former-replies.ts'
import { housekeeping } from './housekeeping.ts'
import { longestUploadMs } from './platform/http/multipart.ts'
import { refuseCutRestoration } from './operations/cut-short/cut-restoration.ts'
import { openToOperator } from './operations/operator-access.ts'
import { replayErasures } from './operations/erasures/replay-erasures.ts'
import { keepMemoryLow } from './platform/quiet-memory.ts'
import { readOrMakeSecret } from './platform/secret.ts'
import { joinInstances } from './setup/shared-instance.ts'
import { examples } from '../../seed/index.ts'
import { seedInstance } from './setup/seed-instance.ts'

export type Started = {
  app: App
  url: string
  /**
   * The `db.newer` of a database that a newer version has updated while this one runs (PostgreSQL, where another instance may): its rules are no
   * longer those of what is kept there, so it must stop. Never settles otherwise.
   */
  outdated: Promise<DatabaseError>
  stop(): Promise<void>
}

/** How long running replies may go on after a stop was asked, in milliseconds. */
const drainMs = 20_000
const housekeepingMs = 5_000

/**
 * Starts everything and listens. What had begun is closed again when a step fails.
 * @param onFirstAdmin called once the administrator of a new instance exists, before the server listens: a later step may still fail
 */
export async function start(config: Config, addPages: (app: App) => Promise<void>, onFirstAdmin: (admin: FirstAdmin) => void = () => {}): Promise<Started> {
  await checkListening(config)
  prepareDataDir(config)
  const base = config.database
  // Before anything is made of what a restoration left: on the embedded engine its base comes last.
  if (base.kind === 'embedded') await refuseCutRestoration(config.dataDir, () => existsSync(dataDirectory(base.dir)))
  const secret = readOrMakeSecret(config.dataDir, config.secret)
  let app = null as App | null
  // The database reports before the server's own log exists: its lines wait for nothing, they go to the same place.
  const log = {
    info: (facts: object, sentence: string) => app?.http.log.info(facts, sentence),
    warn: (facts: object, sentence: string) => app?.http.log.warn(facts, sentence),
    error: (facts: object, sentence: string) => app?.http.log.error(facts, sentence),
    debug: (facts: object, sentence: string) => app?.http.log.debug(facts, sentence),
  }
  const database = await openDatabase(beginning(config.database), log)
  let step = 'la mise à jour de la base'
  const prepare = async () => {
    // A base that an older archive is still to fill must stay at the schema of that archive.
    if (database.engine === 'postgres') await refuseCutRestoration(config.dataDir, () => hasSomebody(database))
    await migrate(database, migrations, log)
    step = 'la reprise de ce qui était en cours'
    app = await createApp({ config, database, secret, llm: createLlm(config.llm, { examples }), mailer: createMailer(config.mail, log) })
    await replayErasures(app.context, config.dataDir)
    await app.context.replies.recover()
    if (database.engine === 'postgres') await joinInstances(database.db, { id: app.context.instanceId, secret, dataDir: config.dataDir })
    await addPages(app)
    await openToOperator(app, database)
    await app.http.ready()
    // What may fail came before: little is left that could end the start between this account and the moment when people are told its password.
    step = 'la création du premier compte et des données de démonstration'
    const firstAdmin = await createFirstAdmin(app.context, config.demo ? seedInstance : undefined)
    if (firstAdmin !== null) onFirstAdmin(firstAdmin)
    await listen(app, config)
    return app
  }
  try {
    const ready = await database.whileStarting(prepare)
    const { promise: outdated, resolve: onOutdated } = Promise.withResolvers<DatabaseError>()
    const house = keepHouse(ready, database, onOutdated)
    const { replies } = ready.context
    keepMemoryLow(() => replies.running() > 0)
    countFormerLater(ready.context)
    keepLibrary(ready.context, database.engine === 'embedded', longestUploadMs(config))
    ready.context.messageIndex.start()
    return { app: ready, url: listeningUrl(ready.http, config), outdated, stop: () => stop(ready, database, house) }
  } catch (error) {
    await app?.close()
    await database.close()
    throw startError(error, step)
  }
}

/** Names the step of the start during which the database stopped answering. */
function startError(error: unknown, step: string): unknown {
  if (!(error instanceof DatabaseError) || error.code !== 'db.unavailable') return error
  return new DatabaseError(error.code, `Le démarrage attendait la base de données, qui ne répond pas, pour ${step}. Rien n’est perdu : relancez-le.`, {
    cause: error,
  })
}

async function hasSomebody({ db }: Database): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('public.app_user') is not null as exists`.execute(db)
  if (rows[0]?.exists !== true) return false
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** A new instance begins on what a build has prepared. */
const beginning = (database: Config['database']): DatabaseConfig => (database.kind === 'embedded' ? { ...database, prepared: preparedDatabase() } : database)

function prepareDataDir(config: Config): void {
  try {
    makeDir(config.dataDir)
    accessSync(config.dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError('PARVIS_DATA_DIR', 'ce dossier ne peut pas être créé ou écrit.', { cause: error })
  }
}

/** Not `recursive`, which tries for ever where a system says that the parent is missing and there (`/proc`). */
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

/** Tries the address before anything is made: a wrong port is told at once and leaves no data behind. */
async function checkListening({ listen }: Config): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(listeningError(error, listen)))
    probe.listen(listen, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}

async function listen(app: App, config: Config): Promise<void> {
  // The first line that an operator sees is the one that says that it is ready: the framework's own is kept back.
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
  // A name that leads nowhere, or an address of another machine, or of a kind that this one does not speak.
  if (code !== undefined && /^(EADDRNOTAVAIL|EAFNOSUPPORT|EINVAL|ENOTFOUND|EAI_)/.test(code))
    return new ConfigError('HOST', 'cette adresse n’est pas celle de cette machine.', { cause: error })
  return error
}

function keepHouse(app: App, database: Database, onOutdated: (error: DatabaseError) => void): NodeJS.Timeout {
  const work = housekeeping(app.context, database)
  return setInterval(() => {
    work().catch((error: unknown) => {
      if (error instanceof DatabaseError && error.code === 'db.newer') return onOutdated(error)
      app.http.log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'housekeeping failed')
    })
  }, housekeepingMs).unref()
}

async function stop(app: App, database: Database, house: NodeJS.Timeout): Promise<void> {
  clearInterval(house)
  await app.context.replies.drain(drainMs)
  await app.close()
  await database.close()
}
