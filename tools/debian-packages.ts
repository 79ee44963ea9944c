import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What a browser test and the tests on a real PostgreSQL need from the system. */
const needs = [
  {
    name: 'chromium',
    present: () => existsSync(process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'),
    without: 'les parcours dans le navigateur',
    projects: ['e2e'],
  },
  {
    name: 'postgresql',
    present: () => globSync('/usr/lib/postgresql/*/bin/postgres').length > 0,
    without: 'les tests d’API sur PostgreSQL',
    projects: ['api-postgres'],
  },
]

/** A test project that cannot run here, and the sentence that says why. */
export type SkippedProject = { project: string; reason: string }

/**
 * Installs the system packages that are absent, where it may (root, Debian).
 * @returns the test projects that must be skipped; never an error
 */
export async function ensureDebianPackages(): Promise<SkippedProject[]> {
  const absent = needs.filter(({ present }) => !present())
  if (absent.length === 0) return []
  const names = absent.map(({ name }) => name)
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installation des paquets Debian absents (${names.join(', ')})…`)
    await installPackages(names)
  }
  return absent
    .filter(({ present }) => !present())
    .flatMap(({ name, without, projects }) => projects.map((project) => ({ project, reason: `${without} : le paquet Debian « ${name} » est absent` })))
}

async function installPackages(names: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await run('apt-get', ['update', '-qq'], { env, maxBuffer: 64 * 1024 * 1024 })
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env, maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    console.log(`Les paquets n’ont pas pu être installés : ${(error as Error).message.trim()}`)
  }
}
