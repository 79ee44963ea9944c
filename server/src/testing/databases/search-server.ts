import { existsSync } from 'node:fs'
import path from 'node:path'
import { databaseUrl, onServer } from './database.ts'
import { postgresPrograms, startPostgresServer } from './postgres-server.ts'

/** Server on which databases can be created with pg_textsearch and pgvector, in place of an installed one. */
const givenUrl = process.env['TEST_SEARCH_POSTGRES_URL']

/** Whether the PostgreSQL installed as on Debian has an extension. */
const hasExtension = (name: string): boolean => {
  const programs = postgresPrograms()
  if (programs === undefined) return false
  const version = path.basename(path.dirname(programs))
  return Number(version) >= 17 && existsSync(`/usr/share/postgresql/${version}/extension/${name}.control`)
}

/** Whether tests of the PostgreSQL search engine can run here. */
export const hasSearchServer = givenUrl !== undefined || (hasExtension('pg_textsearch') && hasExtension('vector'))

/** Creates an empty database on a server with the extensions of the PostgreSQL search engine. */
export async function createSearchDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = givenUrl === undefined ? await startPostgresServer(undefined, false, 'pg_textsearch') : { url: givenUrl, remove: async () => {} }
  const name = `search_${process.pid}_${Date.now()}`
  await onServer(server.url, `create database ${name}`)
  return {
    url: databaseUrl(server.url, name),
    drop: async () => {
      await onServer(server.url, `drop database ${name} with (force)`)
      await server.remove()
    },
  }
}
