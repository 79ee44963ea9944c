import { existsSync } from 'node:fs'
import type { Config } from './platform/config/config.ts'
import { adminUsage, noInstance, UsageError } from './operations/errors.ts'
import { callServer } from './operations/operator-socket.ts'
import { runCommand } from './operations/command.ts'

await runCommand(process.env, administer)

/**
 * Runs one operator task: through the running server when the database is embedded (only one process may open it), else in this process.
 * @returns the text for the operator
 * @throws {UsageError} when the arguments match no task
 * @throws {OperationError} when there is no instance, or the task is refused
 */
async function administer(config: Config, words: readonly string[]): Promise<string> {
  if (words.length === 0) throw new UsageError(adminUsage)
  const { dataDir, database } = config
  if (!existsSync(dataDir)) throw noInstance()
  const served = database.kind === 'embedded' ? await callServer(dataDir, 'tache', { words }) : undefined
  if (served !== undefined) return (served.answer as { text: string }).text
  // Lazy import: with an embedded database the server usually does the work.
  const { administerHere } = await import('./operations/administer-here.ts')
  return administerHere(config, words)
}
