import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot, type DigestedFile } from '../source-files.ts'
import { toolVersions, type CacheFolder, type Check } from './run-checks.ts'

/** Pattern of what the compiler, the linter and the formatter may read: sources, configurations, lists of ignored files. */
export const readByTools = /(?<!\.md)$/

/**
 * Checks the types of a project. The compiler checks again only what has changed since its build information, which also has the errors that it found.
 * @param isLarge true to write declarations too: without them, a change inside a function makes the compiler check all that imports its file. It then
 *   refuses more than without them (an exported type that has no name), so that such a run can only pass: a plain one gives the errors.
 */
export function checkTypes(project: string, { isLarge = false, root = repositoryRoot } = {}): Check {
  const name = basename(project)
  const run = (...options: string[]) => runTool('typescript/bin/tsc', ['-p', join(root, project), ...options])
  return {
    name: `types : ${name}`,
    inputs: readByTools,
    problems: async (files, cache: CacheFolder) => {
      if (cache === null) return run('--noEmit')
      const folder = prepareFolder(join(cache, name), files, root)
      const incremental = (buildInfo: string) => ['--incremental', '--tsBuildInfoFile', join(folder, buildInfo)]
      const emitted = ['--noEmit', 'false', '--emitDeclarationOnly', '--declaration', '--rootDir', root, '--outDir', join(folder, 'declarations')]
      if (isLarge && (await run(...emitted, ...incremental('emitted.tsbuildinfo'))).length === 0) return []
      return run('--noEmit', ...incremental('plain.tsbuildinfo'))
    },
  }
}

/** Pattern of files that declare types for others that do not import them, or decide how imports are resolved. */
const ambient = /\.d\.[cm]?ts$|\.json$/
const declaresForOthers = /\bdeclare (?:global|module)\b|^\/\/\/ *</m

/**
 * Returns the folder of a project's build information, and deletes its other ones. TypeScript 7.0 does not check again the files that use a global type
 * when its declaration changes: the folder is named by a digest of every such declaration, so that the compiler then starts from nothing.
 */
function prepareFolder(folder: string, files: DigestedFile[], root: string): string {
  const declarations = files.filter(({ path, text }) => ambient.test(path) || declaresForOthers.test(text))
  const digest = createHash('sha256').update(toolVersions(root))
  for (const file of declarations) digest.update(`${file.digest} ${file.path}\n`)
  const current = join(folder, digest.digest('hex').slice(0, 16))
  if (!existsSync(current)) rmSync(folder, { recursive: true, force: true })
  return current
}

/** Runs a tool of node_modules. When it fails, its whole output is one problem. */
export async function runTool(script: string, args: string[]): Promise<string[]> {
  try {
    await promisify(execFile)(process.execPath, [join(repositoryRoot, 'node_modules', script), ...args], {
      cwd: repositoryRoot,
      maxBuffer: 64 * 1024 * 1024,
    })
    return []
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return [`${stdout}${stderr}`.trim() || String(error)]
  }
}
