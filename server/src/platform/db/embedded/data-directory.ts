import { chmodSync, constants, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DurableFs, durableParams, fsyncPath } from './durable-fs.ts'

/**
 * Makes an empty PostgreSQL data directory unless there is one. It is made aside, flushed and renamed, so that a
 * process killed on the way leaves nothing that looks like a database. The caller holds the lock.
 * @param prepared the files that it is a copy of, where they are there (prepared-database.ts)
 */
export async function createDataDirectory(dir: string, prepared?: string): Promise<void> {
  if (existsSync(join(dir, 'PG_VERSION'))) return
  const fresh = `${dir}.new`
  rmSync(fresh, { recursive: true, force: true })
  if (prepared === undefined || !isCopied(prepared, fresh)) {
    const pglite = await PGlite.create({ fs: new DurableFs(fresh), startParams: durableParams })
    await pglite.close()
  }
  installDataDirectory(fresh, dir)
}

/** False where there is nothing to copy, or where it cannot be read, or written: PostgreSQL then makes its own, or says what is wrong. */
function isCopied(prepared: string, fresh: string): boolean {
  if (!existsSync(join(prepared, 'PG_VERSION'))) return false
  try {
    copyTree(prepared, fresh)
    return true
  } catch {
    rmSync(fresh, { recursive: true, force: true })
    return false
  }
}

/** For the account that copies alone: what it copies may be for anybody to read. */
function copyTree(source: string, target: string): void {
  mkdirSync(target, { mode: 0o700 })
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)]
    if (entry.isDirectory()) copyTree(from, to)
    else {
      copyFileSync(from, to, constants.COPYFILE_FICLONE)
      chmodSync(to, 0o600)
    }
  }
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
