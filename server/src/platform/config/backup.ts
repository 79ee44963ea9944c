import { ConfigError, type SettingReader } from './read-settings.ts'

/** As long as a phrase of five words: whoever has the file tries as many as they like, slowed down by the cost of each alone (scrypt). */
const passphraseMin = 20

/** @throws {ConfigError} for what is no public key, a phrase that is short, or both at once, which the format does not allow */
export function readBackup(read: SettingReader) {
  const keys = read.list('BACKUP_KEYS')
  if (keys.some((key) => !/^age1[02-9ac-hj-np-z]{58}$/.test(key)))
    throw new ConfigError('BACKUP_KEYS', 'clés publiques age attendues (age1…), séparées par des virgules.')
  const passphrase = read.optional('BACKUP_PASSPHRASE')
  if (passphrase !== null && passphrase.length < passphraseMin) throw new ConfigError('BACKUP_PASSPHRASE', `au moins ${passphraseMin} caractères.`)
  if (passphrase !== null && keys.length > 0) throw new ConfigError('BACKUP_PASSPHRASE', 'une phrase ou des clés (BACKUP_KEYS), pas les deux.')
  return { keys, passphrase, identityFile: read.optional('BACKUP_IDENTITY_FILE') }
}
