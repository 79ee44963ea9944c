import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An entry of package-lock.json: the fields read here. */
type LockEntry = {
  name?: string
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
export type PackageLock = { packages: Record<string, LockEntry> }

/** Use of a library: in the server process, in the page, or only for building and testing. */
type LibraryUse = 'serveur' | 'web' | 'outils'

export type LockedLibrary = { path: string; name: string; version: string; licence: string; integrity: string | null; uses: LibraryUse[]; dependsOn: string[] }

export const readLock = (root: string): PackageLock => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as PackageLock

/** Lists the libraries of the lock, including those of other platforms, sorted by name then version. The project's own packages are excluded. */
export function libraries({ packages }: PackageLock): LockedLibrary[] {
  const served = { serveur: transitiveDependencies(packages, 'server'), web: transitiveDependencies(packages, 'web') }
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => {
      const uses = (['serveur', 'web'] as const).filter((use) => served[use].has(path))
      return {
        path,
        name: entry.name ?? nameOf(path),
        version: entry.version ?? '',
        licence: entry.license ?? '',
        integrity: entry.integrity ?? null,
        uses: uses.length > 0 ? uses : (['outils'] satisfies LibraryUse[]),
        dependsOn: dependencies(packages, path),
      }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en', { numeric: true }) || a.path.localeCompare(b.path, 'en'))
}

/** Name of a package from its path: `a/node_modules/@b/c` → `@b/c`. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Paths of everything that a package needs at run time, itself included. */
function transitiveDependencies(packages: PackageLock['packages'], from: string): Set<string> {
  const visited = new Set<string>()
  const pendingPaths = [from]
  for (let path = pendingPaths.pop(); path !== undefined; path = pendingPaths.pop()) {
    if (visited.has(path)) continue
    visited.add(path)
    pendingPaths.push(...dependencies(packages, path))
  }
  return visited
}

/** Paths of the dependencies of a package, resolved as Node does: in its own node_modules, then in each folder above. */
function dependencies(packages: PackageLock['packages'], path: string): string[] {
  const { dependencies: needed, optionalDependencies, peerDependencies = {}, peerDependenciesMeta } = packages[path] ?? {}
  // Optional peers are installed, and counted, by the package that needs them.
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta?.[name]?.optional !== true)
  return [...new Set([...Object.keys({ ...needed, ...optionalDependencies }), ...peers])].flatMap((name) => {
    for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
      const found = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
      const entry = packages[found]
      if (entry) return [entry.link ? (entry.resolved ?? found) : found]
      if (folder === '') return []
    }
  })
}
