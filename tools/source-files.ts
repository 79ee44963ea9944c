import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the repository. */
export const repositoryRoot = fileURLToPath(new URL('..', import.meta.url))

/** A file of the repository. `path`: from the repository root, always with slashes. */
export type SourceFile = { path: string; text: string }

/** Names of what git never has, in any folder. */
const skippedNames = new Set(['node_modules', '.git', '.cache', '.env', '.stamp'])
/** Pattern of what the commands of the project write, from the repository root. A build in progress has its own folder (launch/web-build.mjs). */
const skippedPaths = /^(?:data|artifacts|tmp|web\/dist(?:-[^/]*)?)$|\.log$/

/**
 * Lists the files that belong to the repository. The exclusions of .gitignore are repeated here instead of asking git, so that an unpacked archive is
 * checked in the same way.
 */
export function listPaths(root = repositoryRoot): string[] {
  const paths: string[] = []
  const visit = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = relative(root, join(folder, entry.name)).split(sep).join('/')
      if (skippedNames.has(entry.name) || skippedPaths.test(path)) continue
      if (entry.isDirectory()) visit(join(root, path))
      if (entry.isFile()) paths.push(path)
    }
  }
  visit(root)
  return paths.sort()
}

/** A file with the SHA-256 of its content. */
export type DigestedFile = SourceFile & { digest: string }

/** Reads all files of the repository. */
export function readRepository(root = repositoryRoot): DigestedFile[] {
  return listPaths(root).map((path) => {
    const content = readFileSync(join(root, path))
    return { path, text: content.toString('utf8'), digest: createHash('sha256').update(content).digest('hex') }
  })
}

/** Reads the files whose path matches `pattern`. */
export function readFiles(pattern: RegExp, root = repositoryRoot): SourceFile[] {
  return listPaths(root)
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Pattern of code files in every language of the project, without data. */
export const codeFile = /\.(ts|tsx|mjs|css)$/
