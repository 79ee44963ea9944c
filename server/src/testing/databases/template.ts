import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { silentLog } from '../../platform/log.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import type { Database } from '../../platform/db/types.ts'
import { migrations } from '../../platform/db/migrations/index.ts'

const CACHE_DIR = fileURLToPath(new URL('../../../../node_modules/.cache/parvis', import.meta.url))

/** To be increased when this file or the engine changes the content of templates. */
const FORMAT = 2
/** Retention of old templates: long enough for every run that may still read one. */
const RETENTION_MS = 24 * 3_600_000

/** Returns a hash of all the migrations. */
export function migrationsKey(): string {
  return createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16)
}

/**
 * Returns the path of a tar archive of an empty, migrated embedded database, created once per set of migrations. Processes that call it at the same time
 * each create one; the last one stays.
 */
export async function embeddedTemplate(): Promise<string> {
  const path = cachePath('base-', '.tar')
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
  deleteOldCache('base-')
  return path
}

/** Returns the path of a cache file that depends on the migrations. */
export function cachePath(prefix: string, suffix: string): string {
  mkdirSync(CACHE_DIR, { recursive: true })
  return join(CACHE_DIR, `${prefix}${migrationsKey()}-${FORMAT}${suffix}`)
}

/** Deletes the cache files with this prefix that no run uses any more. */
export function deleteOldCache(prefix: string): void {
  for (const name of readdirSync(CACHE_DIR).filter((file) => file.startsWith(prefix))) {
    const path = join(CACHE_DIR, name)
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats !== undefined && Date.now() - stats.mtimeMs > RETENTION_MS) rmSync(path, { recursive: true, force: true })
  }
}

/** Drops the template databases of PostgreSQL, two thirds of the files, which tests do not need. */
async function dropServerTemplates({ db }: Database): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await sql`update pg_database set datistemplate = false where datname = ${name}`.execute(db)
    await sql`drop database ${sql.ref(name)}`.execute(db)
  }
}
