import { open, readFile, writeFile } from 'node:fs/promises'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { Config } from '../platform/config/config.ts'
import { OperationError } from './errors.ts'

// Backups may leave the machine: they are encrypted in the age format (https://c2sp.org/age), which the `age` tool opens too.

type BackupEncryptionConfig = Omit<Config['backup'], 'files'>
type Chunks = AsyncIterable<Uint8Array>

/** First bytes of a file in the age format. */
const ageHeader = 'age-encryption.org/v1\n'

/**
 * Returns a pipeline stage that encrypts a backup; null when the settings ask for no encryption.
 * @throws {OperationError} for an invalid public key
 */
export function createEncryption({ keys, passphrase }: BackupEncryptionConfig): ((pieces: Chunks) => Chunks) | null {
  if (keys.length === 0 && passphrase === null) return null
  const encrypter = new Encrypter()
  if (passphrase !== null) encrypter.setPassphrase(passphrase)
  for (const key of keys) {
    try {
      encrypter.addRecipient(key)
    } catch (cause) {
      throw new OperationError(`La clé publique ${key} du réglage BACKUP_KEYS n’en est pas une.`, { cause })
    }
  }
  return async function* (pieces) {
    yield* await encrypter.encrypt(ReadableStream.from(pieces) as ReadableStream<Uint8Array>)
  }
}

/**
 * Returns a pipeline stage that decrypts a backup; it passes the bytes through when the file is not encrypted.
 * @throws {OperationError} when the file is encrypted and the settings have no key; from the pipeline when the key is wrong
 */
export async function createDecryption(file: string, settings: BackupEncryptionConfig): Promise<(pieces: Chunks) => Chunks> {
  if (!(await isEncrypted(file))) return (pieces) => pieces
  const decrypter = new Decrypter()
  if (settings.passphrase !== null) decrypter.addPassphrase(settings.passphrase)
  for (const identity of await readIdentities(settings.identityFile)) decrypter.addIdentity(identity)
  if (settings.passphrase === null && settings.identityFile === null) {
    throw new OperationError(`La sauvegarde ${file} est chiffrée\u00a0: donnez sa clé (BACKUP_IDENTITY_FILE) ou sa phrase (BACKUP_PASSPHRASE).`)
  }
  return async function* (pieces) {
    yield* await decrypter.decrypt(ReadableStream.from(pieces) as ReadableStream<Uint8Array>).catch((cause: unknown) => {
      throw new OperationError(`La sauvegarde ${file} ne s’ouvre pas avec cette clé ou cette phrase.`, { cause })
    })
  }
}

/**
 * Creates a key pair. The secret key is written to `file`, which must not exist, in the format of the `age` tool.
 * @returns the public key
 */
export async function createKey(file: string): Promise<string> {
  const identity = await generateX25519Identity()
  const key = await identityToRecipient(identity)
  const lines = [`# Clé secrète des sauvegardes de Parvis, créée le ${new Date().toISOString()}`, `# Clé publique\u00a0: ${key}`, identity]
  try {
    await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    throw new OperationError(`La clé n’a pas pu être écrite dans ${file}, qui ne doit pas exister.`, { cause })
  }
  return key
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageHeader.length), 0, ageHeader.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === ageHeader
  } finally {
    await handle.close()
  }
}

/**
 * Reads the secret keys of a file, one per line; other lines are ignored.
 * @throws {OperationError} when there is none
 */
async function readIdentities(file: string | null): Promise<string[]> {
  if (file === null) return []
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new OperationError(`Le fichier de clé ${file} (BACKUP_IDENTITY_FILE) ne se lit pas.`, { cause })
  })
  const identities = text.split('\n').flatMap((line) => (/^AGE-SECRET-KEY-1[A-Z0-9]+$/.exec(line.trim()) ? [line.trim()] : []))
  if (identities.length === 0) throw new OperationError(`Le fichier ${file} (BACKUP_IDENTITY_FILE) ne contient pas de clé secrète.`)
  return identities
}
