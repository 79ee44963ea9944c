import path from 'node:path'
import { readConfig, type Config } from '../platform/config/config.ts'
import { loadSettingsFile } from '../platform/config/load-settings-file.ts'
import type { Environment } from '../platform/config/read-settings.ts'
import { UsageError, operatorSentence } from './errors.ts'

/**
 * Runs an operator command in this process and prints its result on standard output. Settings come from `env` and the `.env` file. Exit code 0 on success,
 * 2 for a wrong usage, 1 for any other error. The error output gets one sentence, or a stack trace for an unexpected error.
 */
export async function runCommand(env: Environment, run: (config: Config, words: string[]) => Promise<string>): Promise<void> {
  try {
    loadSettingsFile()
    process.stdout.write(`${await run(readConfig(env), process.argv.slice(2))}\n`)
  } catch (error) {
    process.stderr.write(`${operatorSentence(error) ?? (error instanceof Error ? error.stack : String(error))}\n`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

/**
 * Returns the absolute path of the command's only argument. It is resolved from the folder where the command was typed (`INIT_CWD`), because npm changes
 * folder.
 * @throws {UsageError}
 */
export function fileArgument(env: Environment, words: readonly string[], usage: string): string {
  const [file, ...rest] = words
  if (file === undefined || file === '' || file.startsWith('-') || rest.length > 0) throw new UsageError(usage)
  return path.resolve(env['INIT_CWD'] ?? '.', file)
}

const units = ['octets', 'ko', 'Mo', 'Go']

/** Formats a size in bytes: 1536 → « 1,5 ko ». */
export function sizeText(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1_000 && unit < units.length - 1) {
    size /= 1_000
    unit += 1
  }
  return `${size.toLocaleString('fr-FR', { maximumFractionDigits: 1 })}\u00a0${units[unit]}`
}

export function countText(count: number, one: string, many: string): string {
  return `${count.toLocaleString('fr-FR')}\u00a0${count < 2 ? one : many}`
}
