import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { dataDirectory } from '../database.ts'
import type { Database } from '../database.ts'
import { DatabaseError } from '../errors.ts'
import { installDataDirectory } from './data-directory.ts'
import { lockDirectory } from './directory-lock.ts'
import { fsyncPath } from './durable-fs.ts'
import { packDirectory, unpackDirectory } from './tarball.ts'

/**
 * Saves an embedded base that is in use to `file` (a gzipped tar of its data directory). Statements wait only while the
 * files are copied beside `file`, not while they are compressed. The file appears complete, or not at all.
 */
export async function backupEmbedded(database: Database, file: string): Promise<void> {
  if (database.copyTo === undefined) throw new Error('only an embedded base is backed up this way')
  const copy = `${file}.copie`
  const unfinished = `${file}.incomplet`
  mkdirSync(dirname(file), { recursive: true })
  rmSync(copy, { recursive: true, force: true })
  try {
    await database.copyTo(copy)
    await pipeline(Readable.from(packDirectory(copy)), createGzip({ level: 6 }), createWriteStream(unfinished, { mode: 0o600 }))
    fsyncPath(unfinished)
    renameSync(unfinished, file)
    fsyncPath(dirname(file))
  } finally {
    rmSync(copy, { recursive: true, force: true })
    rmSync(unfinished, { force: true })
  }
}

/**
 * Puts a base saved by `backupEmbedded` into `dir`, the directory of the embedded configuration. Throws db.unreachable,
 * and changes nothing, when `dir` already holds a base or the file is damaged; db.locked when a process uses `dir`.
 */
export async function restoreEmbedded(file: string, dir: string): Promise<void> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const lock = await lockDirectory(dir)
  const target = dataDirectory(dir)
  const fresh = `${target}.new`
  try {
    if (existsSync(target) && readdirSync(target).length > 0) {
      throw new DatabaseError('db.unreachable', `Le dossier ${dir} contient déjà une base de données. Restaurez dans un dossier vide.`)
    }
    rmSync(fresh, { recursive: true, force: true })
    await unpack(file, fresh)
    installDataDirectory(fresh, target)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    await lock.release()
  }
}

async function unpack(file: string, fresh: string): Promise<void> {
  try {
    await pipeline(createReadStream(file), createGunzip(), (pieces) => unpackDirectory(pieces, fresh))
    if (!existsSync(`${fresh}/PG_VERSION`)) throw new Error('no PG_VERSION')
  } catch (cause) {
    throw new DatabaseError('db.unreachable', `La sauvegarde ${file} est illisible ou incomplète.`, { cause })
  }
}
