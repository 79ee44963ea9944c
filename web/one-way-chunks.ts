import type { Plugin } from 'vite'

/**
 * The first circle of static imports among files, as the names that one passes through, the first again at the end; null where there
 * is none.
 * @param imports of each file, by name
 */
export function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const from = (name: string, path: readonly string[]): string[] | null => {
    const at = path.indexOf(name)
    if (at >= 0) return [...path.slice(at), name]
    if (done.has(name)) return null
    done.add(name)
    for (const next of imports.get(name) ?? []) {
      const circle = from(next, [...path, name])
      if (circle) return circle
    }
    return null
  }
  for (const name of imports.keys()) {
    const circle = from(name, [])
    if (circle) return circle
  }
  return null
}

/** Refuses a build of which two files import each other: the one that runs first would find nothing yet in the other. */
export const oneWayChunks = (): Plugin => ({
  name: 'one-way-chunks',
  apply: 'build',
  generateBundle(_options, bundle) {
    const imports = new Map<string, readonly string[]>()
    for (const file of Object.values(bundle)) if (file.type === 'chunk') imports.set(file.fileName, file.imports)
    const circle = findCircle(imports)
    if (circle) this.error(`Files of the application that import each other (chunks.ts): ${circle.join(' → ')}`)
  },
})
