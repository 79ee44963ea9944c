import type { TestProject } from 'vitest/node'
import { migrate, openDatabase } from '../db/database.ts'
import { migrations } from '../db/migrations/index.ts'
import { onServer } from './database.ts'
import { startPostgresServer } from './postgres-server.ts'
import { quietLog } from './quiet-log.ts'
import { embeddedTemplate, migrationsKey } from './template.ts'

/**
 * Run once before the tests of a project: makes the migrated base every test file copies. The project's TEST_ENGINE
 * chooses where; 'postgres' starts a throwaway server and stops it at the end.
 */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const engine = project.config.env['TEST_ENGINE'] ?? process.env['TEST_ENGINE']
  if (engine !== 'postgres') {
    await embeddedTemplate()
    return undefined
  }
  const server = await startPostgresServer()
  const template = `template_${migrationsKey()}`
  await onServer(server.url, `create database ${template}`)
  const database = await openDatabase({ kind: 'postgres', url: server.url.replace(/\/postgres$/, `/${template}`) }, quietLog)
  await migrate(database, migrations, quietLog)
  await database.close()
  process.env['TEST_POSTGRES_URL'] = server.url
  process.env['TEST_POSTGRES_TEMPLATE'] = template
  return () => server.remove()
}
