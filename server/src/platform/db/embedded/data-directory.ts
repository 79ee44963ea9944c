import { chmodSync, constants, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DurableFs, durableParams, fsyncPath } from './durable-fs.ts'

/**
 * Creates an empty PostgreSQL data directory unless one exists. It is built under another name, flushed and renamed, so that an interrupted process leaves
 * nothing that looks like a database. The caller holds the directory lock.
 * @param prepared directory to copy, if it exists (prepared-database.ts)
 */
export async function createDataDirectory(dir: string, prepared?: string): Promise<void> {
  if (existsSync(join(dir, 'PG_VERSION'))) return
  const fresh = `${dir}.new`
  rmSync(fresh, { recursive: true, force: true })
  if (prepared === undefined || !copyPrepared(prepared, fresh)) {
    const pglite = await PGlite.create({ fs: new DurableFs(fresh), startParams: durableParams })
    await pglite.close()
  }
  installDataDirectory(fresh, dir)
}

/** Copies the prepared directory; returns false when it is missing or the copy fails: PostgreSQL then creates its own files, or reports the problem. */
function copyPrepared(prepared: string, fresh: string): boolean {
  if (!existsSync(join(prepared, 'PG_VERSION'))) return false
  try {
    copyTree(prepared, fresh)
    return true
  } catch {
    rmSync(fresh, { recursive: true, force: true })
    return false
  }
}

/** Copies a directory with access for the current account only, although the source may be readable by all. */
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

/** Flushes a complete data directory to the disk, then renames it to `dir`, which must be empty or missing. */
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
