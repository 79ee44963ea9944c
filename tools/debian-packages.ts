import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

const firefoxPath = () => process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr'
const chromiumPaths = () => (process.env['CHROMIUM_PATH'] ? [process.env['CHROMIUM_PATH']] : ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'])

/**
 * System packages needed by browser tests and by tests on a real PostgreSQL. `project`: test project that cannot run without the package. `alsoFor`:
 * project that then runs fewer tests.
 */
const needs: { names: string[]; present: () => boolean; without: string; project: string; alsoFor?: string }[] = [
  {
    // The headless build uses less processor time; some Debian releases do not have it.
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

/** A test project that cannot run here, with the reason. */
type SkippedProject = { project: string; reason: string }

/**
 * Installs the missing system packages of these test projects, if possible (root, Debian).
 * @returns the projects that must be skipped; never throws
 */
export async function ensureDebianPackages(projects: string[]): Promise<SkippedProject[]> {
  const wantedPackages = needs.filter(({ project, alsoFor = project }) => projects.includes(project) || projects.includes(alsoFor))
  const absent = () => wantedPackages.filter(({ present }) => !present())
  // The second name is tried when the first one could not be installed.
  for (let index = 0; index < 2 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'); index += 1) {
    const names = absent().flatMap((need) => need.names[index] ?? [])
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
