import { removedSettings, settingTable, type SettingName, type SettingValue } from './settings.ts'

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

/** Quotation marks around these may be part of the value. */
const quotable: ReadonlySet<SettingName> = new Set<SettingName>(['PARVIS_SECRET', 'PARVIS_ADMIN_PASSWORD', 'BACKUP_PASSPHRASE', 'PARVIS_MODE'])

export type SettingReader = <N extends SettingName>(name: N) => SettingValue<N>

/**
 * Returns the function that reads a setting by its schema. An empty value counts as absent. Settings that no longer exist are refused, so that a limit chosen
 * by the operator is not dropped silently.
 * @throws {ConfigError} also from the returned function, for an invalid value
 */
export function settingReader(env: Environment): SettingReader {
  const textOf = (name: string): string | undefined => env[name]?.trim() || undefined
  for (const { name, advice } of removedSettings) if (textOf(name) !== undefined) throw new ConfigError(name, advice)
  return (name) => {
    const text = textOf(name)
    // Docker keeps the quotation marks of `--env-file` and of a list under `environment`: they would become part of a key or of a path.
    if (text !== undefined && !quotable.has(name) && /^(["'])(?:(?!\1).)*\1$/s.test(text)) {
      throw new ConfigError(name, 'les guillemets qui entourent cette valeur en feraient partie\u00a0: retirez-les.')
    }
    const { data, error } = settingTable[name].schema.safeParse(text)
    // A misspelt field comes first: it is often the reason why another one is missing.
    if (error !== undefined) throw new ConfigError(name, (error.issues.find(({ code }) => code === 'unrecognized_keys') ?? error.issues[0]!).message)
    return data as SettingValue<typeof name>
  }
}
