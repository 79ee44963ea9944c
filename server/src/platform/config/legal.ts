import { ConfigError, type SettingReader } from './read-settings.ts'

/** Facts of the legal pages, which only the organisation that runs the instance knows; null: not given. */
export type LegalConfig = {
  publisher: { name: string | null; contact: string | null; director: string | null }
  hosting: string | null
  dpo: string | null
  accessibility: { contact: string | null; scheme: string | null; audit: { date: string; rate: number; by: string | null } | null }
  logRetentionDays: number | null
  backupRetentionDays: number | null
}

/**
 * Reads the settings of the legal pages.
 * @throws {ConfigError} for an invalid date, or an audit with only one of its date and its rate
 */
export function readLegal(read: SettingReader): LegalConfig {
  const date = read.optional('ACCESSIBILITY_AUDIT_DATE')
  const rate = read.optional('ACCESSIBILITY_AUDIT_RATE')
  if (date !== null && !isDate(date)) throw new ConfigError('ACCESSIBILITY_AUDIT_DATE', 'date attendue, par exemple 2026-03-31.')
  if ((date === null) !== (rate === null)) {
    throw new ConfigError(date === null ? 'ACCESSIBILITY_AUDIT_DATE' : 'ACCESSIBILITY_AUDIT_RATE', 'la date et le taux de conformité de l’audit vont ensemble.')
  }
  const by = read.optional('ACCESSIBILITY_AUDIT_BY')
  return {
    publisher: {
      name: read.optional('LEGAL_PUBLISHER'),
      contact: read.optional('LEGAL_PUBLISHER_CONTACT'),
      director: read.optional('LEGAL_PUBLICATION_DIRECTOR'),
    },
    hosting: read.optional('LEGAL_HOSTING'),
    dpo: read.optional('LEGAL_DPO'),
    accessibility: {
      contact: read.optional('ACCESSIBILITY_CONTACT'),
      scheme: read.url('ACCESSIBILITY_SCHEME_URL', ['https:', 'http:']),
      audit: date === null ? null : { date, rate: read.integer('ACCESSIBILITY_AUDIT_RATE', 0, 0, 100), by },
    },
    logRetentionDays: read.optional('LOG_RETENTION_DAYS') === null ? null : read.integer('LOG_RETENTION_DAYS', 0, 1, 3_650),
    backupRetentionDays: read.optional('BACKUP_RETENTION_DAYS') === null ? null : read.integer('BACKUP_RETENTION_DAYS', 0, 1, 3_650),
  }
}

/**
 * Reads `SECURITY_CONTACT`; a bare e-mail address becomes a `mailto:` address.
 * @throws {ConfigError} for anything but an e-mail address, a `mailto:` or an `https:` address
 */
export function readSecurityContact(read: SettingReader): string | null {
  const value = read.optional('SECURITY_CONTACT')
  if (value === null) return null
  const address = /^[^\s@:/]+@[^\s@:/]+$/.test(value) ? `mailto:${value}` : value
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(address)) throw new ConfigError('SECURITY_CONTACT', 'adresse e-mail ou https://… attendue.')
  return address
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
