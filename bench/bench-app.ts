import { migrate, openDatabase } from '../server/src/platform/db/database.ts'
import { migrations } from '../server/src/platform/db/migrations/index.ts'
import { silentLog } from '../server/src/platform/log.ts'
import { createTestApp } from '../server/src/testing/test-app.ts'
import type { TestApp } from '../server/src/testing/test-app.ts'

/** An application on a database of its own, in memory: those that tests lend one another keep a process from ending. */
export async function createBenchApp(): Promise<TestApp> {
  const database = await openDatabase({ kind: 'memory' }, silentLog)
  await migrate(database, migrations, silentLog)
  const app = await createTestApp({ database })
  return {
    ...app,
    async close() {
      await app.close()
      await database.close()
    },
  }
}
