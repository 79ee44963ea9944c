import type { Plugin } from 'vite'

/**
 * Finds a cycle of static imports: the names along it, the first repeated at the end; null if there is none.
 * @param imports imported files of each file, by name
 */
export function findImportCycle(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const visited = new Set<string>()
  const from = (name: string, path: readonly string[]): string[] | null => {
    const index = path.indexOf(name)
    if (index >= 0) return [...path.slice(index), name]
    if (visited.has(name)) return null
    visited.add(name)
    for (const next of imports.get(name) ?? []) {
      const cycle = from(next, [...path, name])
      if (cycle) return cycle
    }
    return null
  }
  for (const name of imports.keys()) {
    const cycle = from(name, [])
    if (cycle) return cycle
  }
  return null
}

/** Vite plugin that fails a build whose files import each other: the first one to run would use the other before its initialisation. */
export const noImportCycles = (): Plugin => ({
  name: 'one-way-chunks',
  apply: 'build',
  generateBundle(_options, bundle) {
    const imports = new Map<string, readonly string[]>()
    for (const file of Object.values(bundle)) if (file.type === 'chunk') imports.set(file.fileName, file.imports)
    const cycle = findImportCycle(imports)
    if (cycle) this.error(`Files of the application that import each other (chunks.ts): ${cycle.join(' → ')}`)
  },
})
