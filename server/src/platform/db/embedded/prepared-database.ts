import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { silentLog } from '../../log.ts'
import { embeddedDatabase, migrate } from '../database.ts'
import { migrations } from '../migrations/index.ts'
import { startEngine } from './engine.ts'

// Making a database and bringing it to the schema takes more processor than all the rest of a first start but the demonstration. It is the same
// for every instance of one version, so a build makes it once, and a first start begins on a copy.

const folder = fileURLToPath(new URL('../../../../../node_modules/.cache/parvis', import.meta.url))
const named = /^database-[0-9a-f]{16}/
/** Long enough for whoever still makes one. */
const abandonedMs = 24 * 3_600_000
const watchdogMs = 30_000

/** Changed with whatever else decides of what is in it. */
const format = 1

/**
 * The path of the files of an empty, migrated database of this version, whether they are there or not: those of another set of migrations, or of
 * another engine, have another name.
 */
export function preparedDatabase(): string {
  const made = JSON.stringify([format, engineVersion(), migrations])
  return join(folder, `database-${createHash('sha256').update(made).digest('hex').slice(0, 16)}`)
}

/**
 * Makes them unless they are there, and removes those of other versions. Several processes may call it at once: each makes its own, the first one
 * stays.
 * @returns their path
 * @throws where the folder of the code may not be written
 */
export async function prepareDatabase(): Promise<string> {
  const path = preparedDatabase()
  if (!isDatabase(path)) await make(path)
  removeOthers(path)
  return path
}

async function make(path: string): Promise<void> {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`
  mkdirSync(unfinished, { recursive: true })
  try {
    const dir = join(unfinished, 'pgdata')
    // Nobody else comes: neither the lock of an instance, nor its reserve on the disk.
    const database = embeddedDatabase(await startEngine({ storage: { kind: 'directory', dir }, watchdogMs }, silentLog), silentLog)
    try {
      await migrate(database, migrations, silentLog)
    } finally {
      await database.close()
    }
    letAllRead(dir)
    place(dir, path)
  } finally {
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The account that serves is not always the one that builds. */
function letAllRead(path: string): void {
  chmodSync(path, 0o755)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) letAllRead(join(path, entry.name))
    else chmodSync(join(path, entry.name), 0o644)
  }
}

function place(files: string, path: string): void {
  try {
    renameSync(files, path)
  } catch (error) {
    if (!isDatabase(path)) throw error
  }
}

/** What is of this version stays, and what may still be being made. */
function removeOthers(path: string): void {
  for (const name of readdirSync(folder).filter((found) => named.test(found))) {
    const other = join(folder, name)
    if (other === path) continue
    const isWhole = name.match(named)![0] === name
    const since = statSync(other, { throwIfNoEntry: false })?.mtimeMs
    if (since === undefined || (!isWhole && Date.now() - since < abandonedMs)) continue
    // Set aside first: whoever copies it finds nothing there, rather than half of it.
    const removed = `${path}.${randomBytes(4).toString('hex')}.removed`
    try {
      renameSync(other, removed)
    } catch (error) {
      // Another process took it away.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
      throw error
    }
    rmSync(removed, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** They are made aside and renamed, set aside and removed: where one of them is, all are. */
const isDatabase = (path: string): boolean => existsSync(join(path, 'PG_VERSION'))

function engineVersion(): string {
  const code = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return (JSON.parse(readFileSync(join(dirname(code), '../package.json'), 'utf8')) as { version: string }).version
}
