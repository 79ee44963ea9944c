import { openDatabase } from '../server/src/platform/db/database.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import type { Database, DatabaseConfig } from '../server/src/platform/db/types.ts'
import { migrations } from '../server/src/platform/db/migrations/index.ts'
import { silentLog } from '../server/src/platform/log.ts'
import { createTestApp, type TestApp } from '../server/src/testing/test-app.ts'
import { postgresPrograms } from '../server/src/testing/databases/postgres-server.ts'

/** Opens a database and applies all migrations. It is closed if a migration fails. */
export async function openMigratedDatabase(where: DatabaseConfig): Promise<Database> {
  const database = await openDatabase(where, silentLog)
  try {
    await migrate(database, migrations, silentLog)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Creates an application with its own in-memory database: the shared databases of the tests would keep the process alive. */
export async function createBenchApp(): Promise<TestApp> {
  const database = await openMigratedDatabase({ kind: 'memory' })
  const app = await createTestApp({ database })
  return {
    ...app,
    async close() {
      await app.close()
      await database.close()
    },
  }
}

export type EngineName = 'embedded' | 'postgres'

/** Returns the engines to measure: those available on this machine, or `only` one of them. */
export function measuredEngines(only?: string): EngineName[] {
  return (['embedded', 'postgres'] as const).filter((engine) => (only ?? engine) === engine && (engine === 'embedded' || postgresPrograms() !== undefined))
}
