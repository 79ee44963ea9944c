import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the repository. */
export const repositoryRoot = fileURLToPath(new URL('..', import.meta.url))

/** A file of the repository. `path`: from the repository root, always with slashes. */
export type SourceFile = { path: string; text: string }

const skippedFolders = new Set(['node_modules', '.git', 'dist', 'data', 'artifacts', 'tmp', '.cache'])
/** Pattern of folders of a build in progress, before it replaces the current one (launch/web-build.mjs). */
const unfinishedBuild = /^dist-(?:next|former)-\d+$/
const skippedFiles = /^\.env$|\.log$|^\.stamp$/

/**
 * Lists the files that belong to the repository. The exclusions of .gitignore are repeated here instead of asking git, so that an unpacked archive is
 * checked in the same way.
 */
export function listPaths(root = repositoryRoot): string[] {
  const paths: string[] = []
  const visit = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !skippedFolders.has(entry.name) && !unfinishedBuild.test(entry.name)) visit(path)
      if (entry.isFile() && !skippedFiles.test(entry.name)) paths.push(relative(root, path).split(sep).join('/'))
    }
  }
  visit(root)
  return paths.sort()
}

/** Reads the files whose path matches `pattern`. */
export function readFiles(pattern: RegExp, root = repositoryRoot): SourceFile[] {
  return listPaths(root)
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Pattern of code files in every language of the project, without data. */
export const codeFile = /\.(ts|tsx|mjs|css)$/
