import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { silentLog } from '../../platform/log.ts'
import { migrate, openDatabase, type Database } from '../../platform/db/database.ts'
import { migrations } from '../../platform/db/migrations/index.ts'

const CACHE_DIR = fileURLToPath(new URL('../../../../node_modules/.cache/parvis', import.meta.url))

/** Changed with what this file or the engine puts in a template beside the migrations. */
const FORMAT = 2
/** Long enough for every run that may still read one. */
const KEPT_MS = 24 * 3_600_000

/** Names what a migrated base contains: it changes with any migration. */
export function migrationsKey(): string {
  return createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16)
}

/**
 * The path of a tarball holding an empty, migrated embedded base; made once per set of migrations.
 * Several processes may call it at once: each makes its own, the last one stays.
 */
export async function embeddedTemplate(): Promise<string> {
  const path = cachePlace('base-', '.tar')
  if (existsSync(path)) return path
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`
  const database = await openDatabase({ kind: 'memory' }, silentLog)
  try {
    await migrate(database, migrations, silentLog)
    await dropServerTemplates(database)
    await database.copyTo!(unfinished)
  } finally {
    await database.close()
  }
  renameSync(unfinished, path)
  forgetOld('base-')
  return path
}

/** Where something is kept that was made of the migrations, until they change. */
export function cachePlace(prefix: string, suffix: string): string {
  mkdirSync(CACHE_DIR, { recursive: true })
  return join(CACHE_DIR, `${prefix}${migrationsKey()}-${FORMAT}${suffix}`)
}

/** Removes what was kept under this prefix and serves no run any more. */
export function forgetOld(prefix: string): void {
  for (const name of readdirSync(CACHE_DIR).filter((file) => file.startsWith(prefix))) {
    const path = join(CACHE_DIR, name)
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats !== undefined && Date.now() - stats.mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true })
  }
}

/** The databases PostgreSQL copies to make others, two thirds of the files, serve nothing here. */
async function dropServerTemplates({ db }: Database): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await sql`update pg_database set datistemplate = false where datname = ${name}`.execute(db)
    await sql`drop database ${sql.ref(name)}`.execute(db)
  }
}
