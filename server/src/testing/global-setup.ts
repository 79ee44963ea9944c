import type { TestProject } from 'vitest/node'
import { silentLog } from '../platform/log.ts'
import { openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { migrations } from '../platform/db/migrations/index.ts'
import { databaseUrl, onServer } from './databases/database.ts'
import { startPostgresServer } from './databases/postgres-server.ts'
import { readyDatabase } from './databases/ready-database.ts'
import { embeddedTemplate, migrationsKey } from './databases/template.ts'

/**
 * Creates, once before the tests of a project, the migrated database that test files copy. The project's TEST_ENGINE selects the engine; 'postgres' uses
 * the server of TEST_POSTGRES_URL, or starts a throwaway one and removes it at the end.
 */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const engine = project.config.env['TEST_ENGINE'] ?? process.env['TEST_ENGINE']
  await readyDatabase('migrated')
  if (engine !== 'postgres') {
    await embeddedTemplate()
    return undefined
  }
  const given = process.env['TEST_POSTGRES_URL']
  const server = given === undefined ? await startPostgresServer() : undefined
  const url = given ?? server!.url
  const template = `template_${migrationsKey()}`
  await onServer(url, `drop database if exists ${template}`)
  await onServer(url, `create database ${template}`)
  const database = await openDatabase({ kind: 'postgres', url: databaseUrl(url, template) }, silentLog)
  await migrate(database, migrations, silentLog)
  await database.close()
  process.env['TEST_POSTGRES_URL'] = url
  process.env['TEST_POSTGRES_TEMPLATE'] = template
  return async () => {
    await onServer(url, `drop database ${template}`)
    await server?.remove()
    if (given === undefined) delete process.env['TEST_POSTGRES_URL']
  }
}
