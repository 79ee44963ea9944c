import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

const firefoxPath = () => process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr'
const chromiumPaths = () => (process.env['CHROMIUM_PATH'] ? [process.env['CHROMIUM_PATH']] : ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'])

/**
 * What a browser test and the tests on a real PostgreSQL need from the system. `project`: what cannot run without; `alsoFor`:
 * what runs less.
 */
const needs: { names: string[]; present: () => boolean; without: string; project: string; alsoFor?: string }[] = [
  {
    // Without a window: it does the same work for less. A Debian that has none has the other.
    names: ['chromium-headless-shell', 'chromium'],
    present: () => chromiumPaths().some((path) => existsSync(path)),
    without: 'les parcours dans le navigateur',
    project: 'e2e',
  },
  {
    names: ['postgresql'],
    present: () => globSync('/usr/lib/postgresql/*/bin/postgres').length > 0,
    without: 'les tests d’API sur PostgreSQL',
    project: 'api-postgres',
    alsoFor: 'e2e',
  },
  {
    names: ['firefox-esr'],
    present: () => existsSync(firefoxPath()),
    without: 'les parcours dans Firefox',
    project: 'firefox',
  },
]

/** A test project that cannot run here, and the sentence that says why. */
type SkippedProject = { project: string; reason: string }

/**
 * Installs the system packages that these test projects want and that are absent, where it may (root, Debian).
 * @returns those of the projects that must be skipped; never an error
 */
export async function ensureDebianPackages(projects: string[]): Promise<SkippedProject[]> {
  const wanted = needs.filter(({ project, alsoFor = project }) => projects.includes(project) || projects.includes(alsoFor))
  const absent = () => wanted.filter(({ present }) => !present())
  // Another name of what is wanted is tried once the first one failed.
  for (let nth = 0; nth < 2 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'); nth += 1) {
    const names = absent().flatMap((need) => need.names[nth] ?? [])
    if (names.length === 0) break
    console.log(`Installation des paquets Debian absents (${names.join(', ')})…`)
    await installPackages(names)
  }
  return absent()
    .filter(({ project }) => projects.includes(project))
    .map(({ project, names, without }) => ({ project, reason: `${without} : le paquet Debian « ${names[0]} » est absent` }))
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
