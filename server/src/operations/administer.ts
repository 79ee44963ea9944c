import { existsSync } from 'node:fs'
import type { Config } from '../platform/config/config.ts'
import { adminUsage, noInstance } from './admin-usage.ts'
import { UsageError } from './operation-error.ts'
import { askServer } from './operator-socket.ts'

/**
 * Runs one task, by the server when it runs on an embedded base, else here.
 * @returns what to show the operator
 * @throws {OperationError} when there is no instance, or the task is refused
 */
export async function administer(config: Config, words: readonly string[]): Promise<string> {
  if (words.length === 0) throw new UsageError(adminUsage)
  const { dataDir, database } = config
  if (!existsSync(dataDir)) throw noInstance()
  const asked = database.kind === 'embedded' ? await askServer(dataDir, 'tache', { words }) : undefined
  if (asked !== undefined) return (asked.answer as { text: string }).text
  // Most often the server does it: the application is loaded only where it does not.
  const { administerHere } = await import('./administer-here.ts')
  return administerHere(config, words)
}
