import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fsyncPath } from '../../platform/db/embedded/durable-fs.ts'
import { instanceFiles, placingMark } from '../data-files.ts'
import { OperationError } from '../operation-error.ts'

// A restoration that ends while it gives the files their names leaves some of them, and no base, or one with nobody: neither nothing nor an instance.

const markOf = (dataDir: string): string => path.join(dataDir, placingMark)

/** Whether the files of this folder are those of a restoration that was cut short, unless its base came through. */
export const isBeingPlaced = (dataDir: string): boolean => existsSync(markOf(dataDir))

/**
 * Marks the folder as one where files are being given their names, first removing those of a restoration that was cut short there. The caller has
 * found no base.
 * @returns what takes the mark away
 */
export async function beginPlacing(dataDir: string): Promise<() => Promise<void>> {
  const mark = markOf(dataDir)
  if (existsSync(mark)) for (const name of await instanceFiles(dataDir)) await rm(path.join(dataDir, name), { force: true })
  await writeFile(mark, '', { mode: 0o600, flush: true })
  fsyncPath(dataDir)
  return () => rm(mark, { force: true })
}

/**
 * Nobody is served from a folder where a restoration was cut short. One that was only not ended to the letter is.
 * @param hasBase whether the base, which comes last, is there
 * @throws {OperationError} where it is not
 */
export async function refuseCutRestoration(dataDir: string, hasBase: () => boolean | Promise<boolean>): Promise<void> {
  if (!isBeingPlaced(dataDir)) return
  if (!(await hasBase()))
    throw new OperationError(`Une restauration a été interrompue dans ${dataDir}\u00a0: relancez-la, ou videz ce dossier pour y commencer une instance.`)
  await rm(markOf(dataDir), { force: true })
}
