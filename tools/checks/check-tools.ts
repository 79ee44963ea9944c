import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot, type DigestedFile } from '../source-files.ts'
import { toolVersions, type CacheFolder, type Check } from './run-checks.ts'

/** Pattern of what the compiler, the linter and the formatter may read: sources, configurations, lists of ignored files. */
export const readByTools = /(?<!\.md)$/

/** Checks the types of a project. The compiler checks again only what has changed since its build information, which also has the errors that it found. */
export function checkTypes(project: string, root = repositoryRoot): Check {
  const name = basename(project)
  return {
    name: `types : ${name}`,
    inputs: readByTools,
    problems: (files, cache: CacheFolder) => {
      const incremental = cache === null ? [] : ['--incremental', '--tsBuildInfoFile', prepareBuildInfo(cache, name, files, root)]
      return runTool('typescript/bin/tsc', ['--noEmit', '-p', join(root, project), ...incremental])
    },
  }
}

/** Pattern of files that declare types for others that do not import them, or decide how imports are resolved. */
const ambient = /\.d\.[cm]?ts$|\.json$/
const declaresForOthers = /\bdeclare (?:global|module)\b|^\/\/\/ *</m

/**
 * Returns the path of the build information to use, and deletes that of another name. TypeScript 7.0 does not check again the files that use a global type
 * when its declaration changes: the name has a digest of every such declaration, so that the compiler then starts from nothing.
 */
function prepareBuildInfo(cache: string, name: string, files: DigestedFile[], root: string): string {
  const declarations = files.filter(({ path, text }) => ambient.test(path) || declaresForOthers.test(text))
  const digest = createHash('sha256').update(toolVersions(root))
  for (const file of declarations) digest.update(`${file.digest} ${file.path}\n`)
  const current = `${name}-${digest.digest('hex').slice(0, 16)}.tsbuildinfo`
  const stored = existsSync(cache) ? readdirSync(cache) : []
  for (const file of stored) if (file.startsWith(`${name}-`) && file.endsWith('.tsbuildinfo') && file !== current) rmSync(join(cache, file), { force: true })
  return join(cache, current)
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
