import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { silentLog } from '../../platform/log.ts'
import { openDatabase } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/types.ts'
import { borrowEngine } from './engine-pool.ts'

/**
 * Creates a private, migrated, empty database: a copy of the template of global-setup, or one returned by another test and emptied. Close it after use.
 * TEST_ENGINE selects the engine: 'embedded' (default, in memory) or 'postgres' (on the throwaway server).
 */
export async function createTestDatabase(): Promise<Database> {
  return testEngine() === 'postgres' ? await copyOnServer() : await borrowEngine()
}

export function testEngine(): 'embedded' | 'postgres' {
  return process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'embedded'
}

async function copyOnServer(): Promise<Database> {
  const template = process.env['TEST_POSTGRES_TEMPLATE']
  if (template === undefined) throw new Error('TEST_ENGINE=postgres needs the global set-up (server/src/testing/global-setup.ts)')
  const { url, drop } = await createServerDatabase(template)
  const database = await openDatabase({ kind: 'postgres', url }, silentLog)
  return {
    ...database,
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

/** Creates a database on the throwaway server, empty unless a template is named. */
export async function createServerDatabase(template = 'template0'): Promise<{ url: string; drop(): Promise<void> }> {
  const serverUrl = process.env['TEST_POSTGRES_URL']!
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(serverUrl, `create database ${name} template ${template}`)
  return { url: databaseUrl(serverUrl, name), drop: () => onServer(serverUrl, `drop database ${name} with (force)`) }
}

/** Returns the URL of another database of the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
