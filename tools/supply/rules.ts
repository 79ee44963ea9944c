import { nameOf, type LockedLibrary, type PackageLock, libraries, readLock } from './lock.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { licencesPage } from './documents.ts'

/** Licences that only require attribution. */
const permissive = ['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'PostgreSQL', 'CC0-1.0', 'Unlicense', 'Zlib']
/** Licences of data and fonts, and MPL-2.0, whose files are used without modification. */
const unmodified = ['CC-BY-4.0', 'OFL-1.1', 'MPL-2.0', 'Python-2.0']

/** Minimum versions of libraries with known vulnerabilities. `floor` is null when every version is refused. */
const minimumVersions: { name: string; floor: string | null; reason: string }[] = [
  { name: 'pdfjs-dist', floor: '4.2.67', reason: 'CVE-2024-4367 : un PDF hostile exécute du code' },
  { name: 'mammoth', floor: '1.11.0', reason: 'CVE-2025-11849 : une image liée d’un DOCX lit des fichiers du serveur' },
  { name: 'multer', floor: '2.1.0', reason: 'GHSA-fjgf-rc76-4x9p, CVE-2026-3304 : arrêt du processus, fichiers temporaires laissés' },
  { name: 'xlsx', floor: null, reason: 'CVE-2023-30533, CVE-2024-22363 : jamais corrigé sous ce nom' },
  { name: '@e965/xlsx', floor: '0.20.2', reason: 'CVE-2023-30533, CVE-2024-22363 : corrigés en 0.19.3 et 0.20.2' },
]

/** Checks that each library has an accepted licence. « A OR B » needs one of them, « A AND B » both. */
export function checkLicences(all: LockedLibrary[]): string[] {
  return all
    .filter(({ licence }) => !accepted(licence))
    .map(({ name, version, licence }) => `${name} ${version} : licence « ${licence || 'non dite'} » non admise`)
}

export function accepted(licence: string): boolean {
  const bareLicence = licence.replace(/^\(|\)$/g, '')
  if (/ OR /.test(bareLicence)) return bareLicence.split(' OR ').some(accepted)
  if (/ AND /.test(bareLicence)) return bareLicence.split(' AND ').every(accepted)
  return permissive.includes(bareLicence) || unmodified.includes(bareLicence)
}

/** Checks that no known vulnerable version is present, even nested. */
export function checkVulnerableVersions(all: LockedLibrary[]): string[] {
  return all.flatMap(({ name, version }) =>
    minimumVersions
      .filter((exception) => exception.name === name && (exception.floor === null || isOlder(version, exception.floor)))
      .map(({ floor, reason }) => `${name} ${version} : ${floor === null ? 'refusé' : `${floor} au moins`} (${reason})`),
  )
}

/** Compares the numbers of two versions. A pre-release is older than its release. */
export function isOlder(version: string, floor: string): boolean {
  const numbers = (text: string) => text.split(/[-+]/)[0]!.split('.').map(Number)
  const [a, b] = [numbers(version), numbers(floor)]
  for (const [index, expectedPart] of b.entries()) if ((a[index] ?? 0) !== expectedPart) return (a[index] ?? 0) < expectedPart
  return version.includes('-')
}

/** Checks that the lock names no host, so that libraries can be installed from any registry and verified by their hash. */
export function checkLock({ packages }: PackageLock): string[] {
  return Object.entries(packages).flatMap(([path, { resolved, integrity, link }]) => [
    ...(resolved !== undefined && /^[a-z+]+:/i.test(resolved) ? [`package-lock.json : ${path} nomme un hôte`] : []),
    ...(path.includes('node_modules/') && !link && !integrity?.startsWith('sha512-') ? [`package-lock.json : ${path} n’a pas d’empreinte sha512`] : []),
  ])
}

/** Checks that package.json decides on each install script (`allowScripts`), and that each allowed script is explained to operators. */
export function checkScripts({ packages }: PackageLock, allowScripts: Record<string, boolean>, guide: string): string[] {
  const names = new Set(Object.entries(packages).flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? [nameOf(path)] : [])))
  return [
    ...[...names].filter((name) => allowScripts[name] === undefined).map((name) => `package.json : allowScripts ne décide rien pour ${name}`),
    ...Object.entries(allowScripts).flatMap(([name, allowed]) => [
      ...(allowed && !names.has(name) ? [`package.json : allowScripts permet ${name}, qui n’a pas de script`] : []),
      ...(guide.includes(`| \`${name}\` |`) ? [] : [`docs/exploitation.md : le script d’installation de ${name} n’y est pas expliqué`]),
    ]),
  ]
}

/** Checks the licences, known vulnerable versions, lock and install scripts of the repository. Returns one sentence for each problem. */
export function checkSupply(root: string): string[] {
  const lock = readLock(root)
  const all = libraries(lock)
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
  return [
    ...checkLicences(all),
    ...checkVulnerableVersions(all),
    ...checkLock(lock),
    ...checkScripts(lock, allowScripts, read('docs/exploitation.md')),
    ...(read('docs/licences.md') === licencesPage(all) ? [] : ['docs/licences.md ne suit plus package-lock.json : npm run sbom']),
  ]
}
