import { randomUUID, createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from './config/read-settings.ts'

const noHardLinkCodes = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/**
 * Reads a file, which is created with the text of `make` if it is missing: complete, flushed to the disk, with mode 0600. When several processes that
 * share the folder start together, the first one creates it and the others read it.
 */
export function readOrCreateFile(file: string, make: () => string): string {
  const existingContent = readIfExists(file)
  if (existingContent !== null) return existingContent
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

/**
 * Returns the key that signs access tokens: derived from the setting, or else 256 random bits stored in the data directory, readable by the owner of the
 * process only.
 * @throws {ConfigError} when the stored file is damaged
 */
export function readOrCreateSecret(dataDir: string, setting: string | null): Uint8Array {
  if (setting !== null) return createHash('sha256').update('parvis access tokens\0').update(setting).digest()
  const stored = readOrCreateFile(path.join(dataDir, 'secret'), () => randomBytes(32).toString('hex'))
  if (!/^[0-9a-f]{64}$/.test(stored)) throw new ConfigError('PARVIS_DATA_DIR', 'le fichier secret du dossier de données est abîmé.')
  return Buffer.from(stored, 'hex')
}
