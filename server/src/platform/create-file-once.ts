import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'

const noHardLinkCodes = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/**
 * Reads a file, which is created with the text of `make` if it is missing: complete, flushed to the disk, with mode 0600. When several processes that
 * share the folder start together, the first one creates it and the others read it.
 */
export function readOrCreateFile(file: string, make: () => string): string {
  const existing = readIfExists(file)
  if (existing !== null) return existing
  const temporary = `${file}.${randomUUID()}`
  writeFlushed(temporary, make())
  try {
    linkSync(temporary, file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Some network file systems have no hard links: then the first process to create the file wins.
    if (noHardLinkCodes.includes(code)) writeFlushed(file, readFileSync(temporary, 'utf8'))
    else if (code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary, { force: true })
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

function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
