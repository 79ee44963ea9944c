import { rm } from 'node:fs/promises'
import type { App } from '../app.ts'
import { serverCall, recordAuditEvent } from '../audit/audited.ts'
import type { Database } from '../platform/db/types.ts'
import { importCorpusFile } from './corpus-task.ts'
import { runAdminTask } from './admin-tasks.ts'
import { OperationError } from './errors.ts'
import { listenForOperator, type OperatorOperations } from './operator-socket.ts'
import { takeSnapshot } from './snapshot.ts'

/**
 * Listens for operator commands until the application closes, when the database is embedded: only this process may open it. With PostgreSQL, commands open
 * the database themselves. Must be called before the application listens.
 */
export async function listenForCommands(app: App, database: Database): Promise<void> {
  if (database.engine !== 'embedded') return
  const { context } = app
  const { dataDir } = context.config
  const operations: OperatorOperations = {
    instantane: async (input, disconnected) => {
      // Before the snapshot, so that the copy contains this audit event.
      await recordAuditEvent(serverCall(context), { act: 'operator.backup', outcome: 'done' })
      const dir = await takeSnapshot(dataDir, database, undefined, (input as { name?: unknown } | null)?.name)
      // The command was killed: nobody else would remove the copy.
      if (disconnected.aborted) await rm(dir, { recursive: true, force: true })
      return { dir }
    },
    corpus: async (input) => ({ text: await importCorpusFile(context, String((input as { path?: unknown } | null)?.path ?? ''), { isServing: true }) }),
    tache: async (request) => ({ text: await runAdminTask(context, argsOf(request)) }),
  }
  const { close } = await listenForOperator(dataDir, withLog(operations, app))
  app.http.addHook('onClose', close)
}

/** Wraps operations so that an unexpected failure is logged: the command only shows a refusal by the operating system, and refers to the log for the rest. */
function withLog(operations: OperatorOperations, app: App): OperatorOperations {
  return Object.fromEntries(
    Object.entries(operations).map(([name, run]) => [
      name,
      async (request: unknown, disconnected: AbortSignal) => {
        try {
          return await run(request, disconnected)
        } catch (error) {
          if (!(error instanceof OperationError))
            app.http.log.error(
              { operation: name, err: error instanceof Error ? { name: error.name, stack: error.stack?.split('\n').slice(1, 6) } : 'unknown' },
              'operator command failed',
            )
          throw error
        }
      },
    ]),
  )
}

function argsOf(input: unknown): string[] {
  const { words } = (input ?? {}) as { words?: unknown }
  return Array.isArray(words) ? words.map(String) : []
}
