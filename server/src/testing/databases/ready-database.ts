import { randomBytes } from 'node:crypto'
import { constants, existsSync, renameSync, rmSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { silentLog } from '../../platform/log.ts'
import { dataDirectory, openDatabase } from '../../platform/db/database.ts'
import { installDataDirectory } from '../../platform/db/embedded/data-directory.ts'
import { prepareDatabase } from '../../platform/db/embedded/prepared-database.ts'
import { holdEngineCode } from './engine-code.ts'
import { cachePlace, forgetOld } from './template.ts'

/** As the first opening of a directory leaves it, without a table; or as a build prepares it for a first start, migrated. */
type ReadyDatabase = 'blank' | 'migrated'

/**
 * Puts an embedded database in `dir`, the directory of its configuration, which holds none yet: a copy of one that was made once.
 * Making one takes three seconds of processor, and is looked at by the tests of what makes it (database.test.ts, kill.test.ts).
 */
export async function placeReadyDatabase(dir: string, kind: ReadyDatabase): Promise<void> {
  holdEngineCode()
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const options = { recursive: true, mode: constants.COPYFILE_FICLONE, preserveTimestamps: true }
  const fresh = `${dataDirectory(dir)}.new`
  await cp(await readyDatabase(kind), fresh, options)
  // On the disk, as it is after a first opening: what flushes its own commits next must not wait for all of this.
  installDataDirectory(fresh, dataDirectory(dir))
}

/** The path of the files that are copied. Several processes may call it at once: each makes its own, the first one stays. */
export async function readyDatabase(kind: ReadyDatabase): Promise<string> {
  if (kind === 'migrated') return prepareDatabase()
  const path = cachePlace(`${kind}-`, '')
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
  forgetOld(`${kind}-`)
  return path
}
