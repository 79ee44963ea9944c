import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DurableFs, durableParams, fsyncPath } from './durable-fs.ts'

/**
 * Makes an empty PostgreSQL data directory unless there is one. It is made aside, flushed and renamed, so that a
 * process killed on the way leaves nothing that looks like a database. The caller holds the lock.
 */
export async function createDataDirectory(dir: string): Promise<void> {
  if (existsSync(join(dir, 'PG_VERSION'))) return
  const fresh = `${dir}.new`
  rmSync(fresh, { recursive: true, force: true })
  const pglite = await PGlite.create({ fs: new DurableFs(fresh), startParams: durableParams })
  await pglite.close()
  installDataDirectory(fresh, dir)
}

/** Flushes a complete data directory to the disk, then gives it its name. `dir` must not hold anything. */
export function installDataDirectory(fresh: string, dir: string): void {
  fsyncTree(fresh)
  renameSync(fresh, dir)
  fsyncPath(dirname(dir))
}

function fsyncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) fsyncTree(child)
    else if (entry.isFile()) fsyncPath(child)
  }
  fsyncPath(path)
}
