import { randomBytes } from 'node:crypto'
import { constants, existsSync, renameSync, rmSync, readFileSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { silentLog } from '../../platform/log.ts'
import { dataDirectory, openDatabase } from '../../platform/db/database.ts'
import { installDataDirectory } from '../../platform/db/embedded/data-directory.ts'
import { prepareDatabase } from '../../platform/db/embedded/prepared-database.ts'
import { cachePath, deleteOldCache } from './template.ts'
import { createRequire } from 'node:module'

/** `blank`: as after the first opening of a directory, without tables. `migrated`: as a build prepares it for a first start. */
type ReadyDatabase = 'blank' | 'migrated'

/**
 * Copies a prepared embedded database into `dir`, a configured directory that has none yet. Creating one takes three seconds of processor time, and is
 * tested elsewhere (database.test.ts, kill.test.ts).
 */
export async function copyReadyDatabase(dir: string, kind: ReadyDatabase): Promise<void> {
  holdEngineCode()
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const options = { recursive: true, mode: constants.COPYFILE_FICLONE, preserveTimestamps: true }
  const fresh = `${dataDirectory(dir)}.new`
  await cp(await readyDatabase(kind), fresh, options)
  // Flushed to disk, as after a first opening: otherwise the next commit would wait for all these files.
  installDataDirectory(fresh, dataDirectory(dir))
}

/** Returns the path of the prepared files, created on first use. Processes that call it at the same time each create a copy; the first one stays. */
export async function readyDatabase(kind: ReadyDatabase): Promise<string> {
  if (kind === 'migrated') return prepareDatabase()
  const path = cachePath(`${kind}-`, '')
  if (existsSync(join(path, 'PG_VERSION'))) return path
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`
  const database = await openDatabase({ kind: 'embedded', dir: unfinished }, silentLog)
  await database.close()
  try {
    renameSync(dataDirectory(unfinished), path)
  } catch (error) {
    if (!existsSync(join(path, 'PG_VERSION'))) throw error
  }
  rmSync(unfinished, { recursive: true, force: true })
  deleteOldCache(`${kind}-`)
  return path
}

let engineCode: WebAssembly.Module | undefined

/**
 * Keeps the compiled WebAssembly code of the embedded engine in this process, so that engines started later skip half a second of compilation (V8 shares a
 * module among the threads of a process while one of them references it).
 */
export function holdEngineCode(): void {
  // Not import.meta.resolve, which the set-up of a test project, another caller, does not have.
  engineCode ??= new WebAssembly.Module(readFileSync(join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')))
}
