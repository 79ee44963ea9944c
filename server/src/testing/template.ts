import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate, openDatabase } from '../db/database.ts'
import { migrations } from '../db/migrations/index.ts'
import { quietLog } from './quiet-log.ts'

const CACHE_DIR = fileURLToPath(new URL('../../../node_modules/.cache/parvis', import.meta.url))

/** Names what a migrated base contains: it changes with any migration. */
export function migrationsKey(): string {
  return createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16)
}

/**
 * The path of a tarball holding an empty, migrated embedded base; made once per set of migrations.
 * Several processes may call it at once: each makes its own, the last one stays.
 */
export async function embeddedTemplate(): Promise<string> {
  const path = join(CACHE_DIR, `base-${migrationsKey()}.tar`)
  if (existsSync(path)) return path
  mkdirSync(CACHE_DIR, { recursive: true })
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`
  const database = await openDatabase({ kind: 'memory' }, quietLog)
  try {
    await migrate(database, migrations, quietLog)
    await database.copyTo!(unfinished)
  } finally {
    await database.close()
  }
  renameSync(unfinished, path)
  return path
}
