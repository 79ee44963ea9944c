import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { silentLog } from '../../log.ts'
import { embeddedDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/index.ts'
import { startEngine } from './engine.ts'

// Creating a database and migrating it takes more processor time than the rest of a first start, demonstration data apart. The result is the same for
// every instance of one version: a build makes it once, and a first start copies it.

const folder = fileURLToPath(new URL('../../../../../node_modules/.cache/parvis', import.meta.url))
const databaseName = /^database-[0-9a-f]{16}/
/** Age beyond which an unfinished one is deleted, in milliseconds; no process takes that long to make it. */
const abandonedMs = 24 * 3_600_000
const watchdogMs = 30_000

/** Version number of the prepared files. Increase it when anything else that determines their content changes. */
const format = 1

/**
 * Returns the path of an empty, migrated database of this version, whether it exists or not. The name depends on the migrations and on the engine's
 * version.
 */
export function preparedDatabase(): string {
  const content = JSON.stringify([format, engineVersion(), migrations])
  return join(folder, `database-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`)
}

/**
 * Creates the prepared database unless it exists, and deletes those of other versions. Several processes may call it at once: the first one to finish
 * wins.
 * @returns its path
 * @throws when the code's folder is not writable
 */
export async function prepareDatabase(): Promise<string> {
  const path = preparedDatabase()
  if (!databaseExists(path)) await createDatabase(path)
  removeOthers(path)
  return path
}

async function createDatabase(path: string): Promise<void> {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`
  mkdirSync(unfinished, { recursive: true })
  try {
    const dir = join(unfinished, 'pgdata')
    // No other process opens this directory: neither lock nor disk reserve.
    const database = embeddedDatabase(await startEngine({ storage: { kind: 'directory', dir }, watchdogMs }, silentLog), silentLog)
    try {
      await migrate(database, migrations, silentLog)
    } finally {
      await database.close()
    }
    makeReadable(dir)
    moveIntoPlace(dir, path)
  } finally {
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Makes the files readable by all: the account that runs the server may differ from the one that builds. */
function makeReadable(path: string): void {
  chmodSync(path, 0o755)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) makeReadable(join(path, entry.name))
    else chmodSync(join(path, entry.name), 0o644)
  }
}

function moveIntoPlace(files: string, path: string): void {
  try {
    renameSync(files, path)
  } catch (error) {
    if (!databaseExists(path)) throw error
  }
}

/** Deletes the other prepared databases, except unfinished ones that may still be in the making. */
function removeOthers(path: string): void {
  for (const name of readdirSync(folder).filter((entry) => databaseName.test(entry))) {
    const other = join(folder, name)
    if (other === path) continue
    const isWhole = name.match(databaseName)![0] === name
    const since = statSync(other, { throwIfNoEntry: false })?.mtimeMs
    if (since === undefined || (!isWhole && Date.now() - since < abandonedMs)) continue
    // Renamed before it is deleted: a process that copies it finds it missing rather than half deleted.
    const trashPath = `${path}.${randomBytes(4).toString('hex')}.removed`
    try {
      renameSync(other, trashPath)
    } catch (error) {
      // Another process has moved it.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
      throw error
    }
    rmSync(trashPath, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Whether a prepared database exists. Directories are renamed into place when complete, and renamed away before deletion, so one file proves the rest. */
const databaseExists = (path: string): boolean => existsSync(join(path, 'PG_VERSION'))

function engineVersion(): string {
  const code = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return (JSON.parse(readFileSync(join(dirname(code), '../package.json'), 'utf8')) as { version: string }).version
}
