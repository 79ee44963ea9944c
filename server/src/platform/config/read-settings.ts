import { removedSettings, type SettingName } from './settings.ts'

/** Invalid setting, which prevents the start. The message is one French sentence that names the variable. */
export class ConfigError extends Error {
  readonly variable: string
  constructor(variable: string, complaint: string, options?: { cause?: unknown }) {
    super(`Le réglage ${variable} n’est pas valable : ${complaint}`, options)
    this.name = 'ConfigError'
    this.variable = variable
  }
}

export type Environment = Record<string, string | undefined>

/** Secrets: quotation marks around them may be part of the value. */
const secretSettings: ReadonlySet<SettingName> = new Set<SettingName>(['PARVIS_SECRET', 'PARVIS_ADMIN_PASSWORD', 'BACKUP_PASSPHRASE'])

/**
 * Converts the texts of the environment into typed values. An empty value counts as absent.
 * The returned functions throw {ConfigError}, naming the variable, for an invalid value.
 */
export function settingReader(env: Environment) {
  const raw = (name: SettingName): string | null => {
    const value = env[name]?.trim()
    if (value === undefined || value === '') return null
    // Docker keeps the quotation marks of `--env-file` and of a list under `environment`: they would become part of a key or of a path.
    if (!secretSettings.has(name) && /^(["'])(?:(?!\1).)*\1$/s.test(value)) {
      throw new ConfigError(name, 'les guillemets qui entourent cette valeur en feraient partie\u00a0: retirez-les.')
    }
    return value
  }
  const optionalInteger = (name: SettingName, min: number, max: number): number | null => {
    const value = raw(name)
    if (value === null) return null
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max) throw new ConfigError(name, `nombre entier attendu entre ${min} et ${max}.`)
    return number
  }
  return {
    text: (name: SettingName, fallback: string) => raw(name) ?? fallback,
    optional: raw,
    flag(name: SettingName, fallback: boolean): boolean {
      const value = raw(name)?.toLowerCase()
      if (value === undefined) return fallback
      if (['true', '1', 'oui', 'yes'].includes(value)) return true
      if (['false', '0', 'non', 'no'].includes(value)) return false
      throw new ConfigError(name, 'valeur attendue true ou false.')
    },
    integer: (name: SettingName, fallback: number, min: number, max: number) => optionalInteger(name, min, max) ?? fallback,
    optionalInteger,
    choice<const T extends string>(name: SettingName, choices: readonly T[], fallback: T): T {
      const value = raw(name)
      if (value === null) return fallback
      const found = choices.find((choice) => choice === value)
      if (found === undefined) throw new ConfigError(name, `valeurs admises : ${choices.join(', ')}.`)
      return found
    },
    url(name: SettingName, protocols: readonly string[]): string | null {
      const value = raw(name)
      return value === null ? null : checkUrl(name, value, protocols)
    },
    list: (name: SettingName) =>
      (raw(name) ?? '')
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
  }
}

export type SettingReader = ReturnType<typeof settingReader>

/** Refuses settings that no longer exist, so that a limit chosen by the operator is not dropped silently. @throws {ConfigError} */
export function refuseRemovedSettings(env: Environment): void {
  for (const { name, advice: instead } of removedSettings) if ((env[name]?.trim() ?? '') !== '') throw new ConfigError(name, instead)
}

export function checkUrl(variable: string, value: string, protocols: readonly string[]): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || !protocols.includes(url.protocol) || url.hostname === '') {
    throw new ConfigError(variable, `adresse complète attendue, par exemple ${protocols[0]}//exemple.fr.`)
  }
  return value.replace(/\/+$/, '')
}
