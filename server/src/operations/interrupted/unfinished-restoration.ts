import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fsyncPath } from '../../platform/db/embedded/durable-fs.ts'
import { instanceFiles, restorationMark } from '../data-files.ts'
import { OperationError } from '../errors.ts'

// A restoration that is killed while it moves files into the data directory leaves some of them with no database or an empty one: a mark file tells this
// state.

const markPath = (dataDir: string): string => path.join(dataDir, restorationMark)

/** Whether a restoration in this folder was killed while it moved files. If the database is there, only the removal of the mark is missing. */
export const isRestorationUnfinished = (dataDir: string): boolean => existsSync(markPath(dataDir))

/** Returns the mark in the bucket that an interrupted restoration recorded; null when there is none. */
export async function readBucketMark(dataDir: string): Promise<string | null> {
  return isRestorationUnfinished(dataDir) ? (await readFile(markPath(dataDir), 'utf8')) || null : null
}

/**
 * Marks the folder as being restored, after deleting the files left by an interrupted restoration. The caller must have checked that there is no database.
 * @param bucketMark mark that the restored instance has in its bucket, if it has one: the same restoration, run again, recognises the bucket by it
 * @returns a function that removes the mark
 */
export async function markRestoration(dataDir: string, bucketMark?: string): Promise<() => Promise<void>> {
  const mark = markPath(dataDir)
  if (existsSync(mark)) for (const name of await instanceFiles(dataDir)) await rm(path.join(dataDir, name), { force: true })
  await writeFile(mark, bucketMark ?? (await readBucketMark(dataDir)) ?? '', { mode: 0o600, flush: true })
  fsyncPath(dataDir)
  return () => rm(mark, { force: true })
}

/**
 * Refuses to start from a folder where a restoration was interrupted. If the database, which is moved last, is there, the restoration is complete and the
 * mark is removed.
 * @param hasDatabase whether the database is there
 * @throws {OperationError} when it is not
 */
export async function refuseUnfinishedRestoration(dataDir: string, hasDatabase: () => boolean | Promise<boolean>): Promise<void> {
  if (!isRestorationUnfinished(dataDir)) return
  if (!(await hasDatabase()))
    throw new OperationError(`Une restauration a été interrompue dans ${dataDir}\u00a0: relancez-la, ou videz ce dossier pour y commencer une instance.`)
  await rm(markPath(dataDir), { force: true })
}
