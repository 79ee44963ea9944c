import { ConfigError, type SettingReader } from './read-settings.ts'

/**
 * Minimum length of the passphrase, in characters: about five words. Whoever has a backup file may try passphrases without limit, slowed down only by the
 * cost of scrypt.
 */
const minPassphraseLength = 20

/**
 * Reads the `BACKUP_…` settings.
 * @throws {ConfigError} for an invalid age public key, a short passphrase, or both keys and a passphrase, which the age format does not allow
 */
export function readBackup(read: SettingReader) {
  const keys = read.list('BACKUP_KEYS')
  if (keys.some((key) => !/^age1[02-9ac-hj-np-z]{58}$/.test(key)))
    throw new ConfigError('BACKUP_KEYS', 'clés publiques age attendues (age1…), séparées par des virgules.')
  const passphrase = read.optional('BACKUP_PASSPHRASE')
  if (passphrase !== null && passphrase.length < minPassphraseLength) throw new ConfigError('BACKUP_PASSPHRASE', `au moins ${minPassphraseLength} caractères.`)
  if (passphrase !== null && keys.length > 0) throw new ConfigError('BACKUP_PASSPHRASE', 'une phrase ou des clés (BACKUP_KEYS), pas les deux.')
  return { keys, passphrase, identityFile: read.optional('BACKUP_IDENTITY_FILE') }
}
