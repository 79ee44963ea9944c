import path from 'node:path'
import { readConfig, type Config } from '../platform/config/config.ts'
import { loadSettingsFile } from '../platform/config/load-settings-file.ts'
import type { Environment } from '../platform/config/read-settings.ts'
import { UsageError } from './operation-error.ts'
import { operatorSentence } from './system-sentence.ts'

/**
 * Runs a command of the operator in this process (`env` is its environment, to which a `.env` file adds): what it answers goes to standard output. Exit code 0 when it was done,
 * 2 when it was not understood, 1 otherwise, with one sentence on the error output (a trace for what nobody foresaw).
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

/** The one file that a command is given, as seen from where it was typed: npm changes folder and says from which. */
export function fileArgument(env: Environment, words: readonly string[], usage: string): string {
  const [file, ...more] = words
  if (file === undefined || file === '' || file.startsWith('-') || more.length > 0) throw new UsageError(usage)
  return path.resolve(env['INIT_CWD'] ?? '.', file)
}

const units = ['octets', 'ko', 'Mo', 'Go']

/** 1536 → « 1,5 ko ». */
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
