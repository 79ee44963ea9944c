import { createHash, randomBytes } from 'node:crypto'
import path from 'node:path'
import { ConfigError } from './config/read-settings.ts'
import { readOrCreateFile } from './create-file-once.ts'

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
