import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../support/servers/server.ts'
import { isFullProof } from '../support/whole.ts'

// REL-30: a wrong setting stops the start at once, with one French sentence that names it.

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parvis-reglages-'))
  writeFileSync(join(folder, 'fichier'), '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function refusal(env: Record<string, string>): Promise<string> {
  const error = await startServer(env).then(
    async (server) => {
      await server.close()
      throw new Error(`it started with ${JSON.stringify(env)}`)
    },
    (failure: Error) => failure,
  )
  const found = /^The application stopped before it was ready \(1\)\. It said:\n([^\n]*)\n$/.exec(error.message)
  expect(error.message, 'one line, exit code 1').toBe(found?.[0])
  return found![1]!
}

/** Values refused for another reason, with the same sentence. */
const otherHosts: [string, string][] = isFullProof ? [['HOST', 'fe80::1']] : []

describe('REL-30 the process ends with one sentence', () => {
  // Every setting and value is in server/src/platform/config/wrong-values.test.ts: here, that a refusal ends the process and how.
  test.each<[string, string]>([
    ['PORT', 'trois mille'],
    ['TRUST_PROXY', 'le mandataire'],
    ['LLM_FALLBACKS', 'pas du json'],
    ['HOST', '203.0.113.7'],
    ...otherHosts,
  ])('%s=%s', async (name, value) => {
    expect(await refusal({ [name]: value })).toMatch(new RegExp(`^Le réglage ${name} n’est pas valable : .+\\.$`))
  })

  test('a data directory that cannot be made nor written', async () => {
    for (const dir of [join(folder, 'fichier', 'donnees'), ...(isFullProof ? [join(folder, 'fichier')] : []), '/proc/parvis']) {
      expect(await refusal({ PARVIS_DATA_DIR: dir })).toBe('Le réglage PARVIS_DATA_DIR n’est pas valable : ce dossier ne peut pas être créé ou écrit.')
    }
  })

  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    expect(await refusal({ PORT: String(port) })).toBe(`Le réglage PORT n’est pas valable : le port ${port} est déjà utilisé.`)
    other.close()
  })

  test('a database server that is not there', async () => {
    expect(await refusal({ DATABASE_URL: 'postgres://parvis:motdepasse@127.0.0.1:9/parvis' })).toMatch(/DATABASE_URL/)
  })

  // In every run, server-life.e2e.ts sees the same sentence.
  test.runIf(isFullProof)('a data directory that another process holds, which goes on', async () => {
    const server = await startServer()
    try {
      expect(await refusal({ PARVIS_DATA_DIR: server.dataDir })).toMatch(
        /^La base de données du dossier .+ est déjà ouverte par un autre processus \(numéro \d+\)\. Arrêtez-le avant de recommencer, ou donnez un autre dossier par PARVIS_DATA_DIR\.$/,
      )
      expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200)
    } finally {
      await server.close()
    }
  })

  test('a secret that was damaged', async () => {
    writeFileSync(join(folder, 'secret'), 'abîmé')
    expect(await refusal({ PARVIS_DATA_DIR: folder })).toBe('Le réglage PARVIS_DATA_DIR n’est pas valable : le fichier secret du dossier de données est abîmé.')
  })
})
