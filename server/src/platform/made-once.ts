import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'

const noSecondNames = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/**
 * Reads a file, which is created with the text of `make` if it is missing: complete, flushed to the disk, with mode 0600. When several processes that
 * share the folder start together, the first one creates it and the others read it.
 */
export function readOrMakeFile(file: string, make: () => string): string {
  const kept = readKept(file)
  if (kept !== null) return kept
  const unfinished = `${file}.${randomUUID()}`
  writeFlushed(unfinished, make())
  try {
    linkSync(unfinished, file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Some network file systems have no hard links: then the first process to create the file wins.
    if (noSecondNames.includes(code)) writeFlushed(file, readFileSync(unfinished, 'utf8'))
    else if (code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

function writeFlushed(file: string, text: string): void {
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function readKept(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
