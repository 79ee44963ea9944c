import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { silentLog } from '../../log.ts'
import { dataDirectory, migrate, openDatabase } from '../database.ts'
import { migrations } from '../migrations/index.ts'

// Making a database and bringing it to the schema takes more processor than all the rest of a first start but the demonstration. It is the same
// for every instance of one version, so a build makes it once, and a first start begins on a copy.

const folder = fileURLToPath(new URL('../../../../../node_modules/.cache/parvis', import.meta.url))
const prefix = 'database-'

/** Changed with whatever else decides of what is in it. */
const format = 1

/**
 * The path of the files of an empty, migrated database of this version, whether they are there or not: those of another set of migrations, or of
 * another engine, have another name.
 */
export function preparedDatabase(): string {
  const made = JSON.stringify([format, engineVersion(), migrations])
  return join(folder, prefix + createHash('sha256').update(made).digest('hex').slice(0, 16))
}

/**
 * Makes them unless they are there, and removes those of other versions. Several processes may call it at once: each makes its own, the first one
 * stays.
 * @returns their path
 * @throws where the folder of the code may not be written
 */
export async function prepareDatabase(): Promise<string> {
  const path = preparedDatabase()
  if (isDatabase(path)) return path
  mkdirSync(folder, { recursive: true })
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`
  try {
    const database = await openDatabase({ kind: 'embedded', dir: unfinished }, silentLog)
    try {
      await migrate(database, migrations, silentLog)
    } finally {
      await database.close()
    }
    place(dataDirectory(unfinished), path)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  for (const name of readdirSync(folder))
    if (name.startsWith(prefix) && /^[0-9a-f]{16}$/.test(name.slice(prefix.length)) && join(folder, name) !== path)
      rmSync(join(folder, name), { recursive: true, force: true })
  return path
}

function place(files: string, path: string): void {
  try {
    renameSync(files, path)
  } catch (error) {
    if (!isDatabase(path)) throw error
  }
}

/** They are made aside and renamed: where one of the first files is, all are. */
const isDatabase = (path: string): boolean => existsSync(join(path, 'PG_VERSION'))

function engineVersion(): string {
  const code = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return (JSON.parse(readFileSync(join(dirname(code), '../package.json'), 'utf8')) as { version: string }).version
}
