import { existsSync } from 'node:fs'
import type { Config } from './platform/config/config.ts'
import { noInstance, UsageError } from './operations/errors.ts'
import { callServer } from './operations/operator-socket.ts'
import { fileArgument, runCommand } from './operations/command.ts'

const usage = `Corpus de textes\u00a0:
  npm run corpus -- import FICHIER
      importe un corpus (docs/corpus.md)\u00a0; interrompu, le même ordre reprend où il s’était arrêté`

await runCommand(process.env, operate)

/**
 * Imports a corpus pack: through the running server when the database is embedded, else in this process.
 * @throws {UsageError} for other arguments
 * @throws {OperationError} when there is no instance, or the import is refused
 */
async function operate(config: Config, [task, ...words]: readonly string[]): Promise<string> {
  if (task !== 'import') throw new UsageError(usage)
  const path = fileArgument(process.env, words, usage)
  const { dataDir, database } = config
  if (!existsSync(dataDir)) throw noInstance()
  const served = database.kind === 'embedded' ? await callServer(dataDir, 'corpus', { path }) : undefined
  if (served !== undefined) return (served.answer as { text: string }).text
  // Lazy import: with an embedded database the server may do the work.
  const [{ operateHere }, { importCorpusFile }] = await Promise.all([import('./operations/administer-here.ts'), import('./operations/corpus-task.ts')])
  return operateHere(config, (context) => importCorpusFile(context, path, { isServing: false }))
}
