import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRepository, type DigestedFile } from '../source-files.ts'

/** Where checks may store what makes their next run shorter; null: every check runs, and nothing is stored. */
export type CacheFolder = string | null

export type Check = {
  name: string
  /**
   * Files that the check depends on, whatever it reads them with: a pattern of their paths, or a function that selects them. `always`: it depends on more
   * than files, and always runs.
   */
  inputs: RegExp | ((files: DigestedFile[]) => DigestedFile[]) | 'always'
  /** Returns one sentence or block of lines for each problem; none when it passes. `files` are the inputs. */
  problems: (files: DigestedFile[], cache: CacheFolder) => string[] | Promise<string[]>
}

/** Files that decide what every check does: its code, and the versions of the tools that it runs. */
const toolFiles = /^(?:tools\/|package\.json$|package-lock\.json$|\.npmrc$)/

/** Number of passes stored for each check, so that going from one branch to another and back finds them. */
const maxPasses = 10

/**
 * Runs the checks, at most two at a time, and prints one line for each. A check that passed on exactly the same inputs, with the same tools, is not run
 * again. Only a pass is stored, and only if its inputs are unchanged when all checks have ended: a tool reads files after they were digested.
 * @returns names of the checks that failed
 */
export async function runCheckList(checks: readonly Check[], root: string, cache: CacheFolder): Promise<string[]> {
  const files = readRepository(root)
  const keyOf = digestInputs(files, root)
  const passes = cache === null ? {} : readPasses(cache)
  const ran = new Map<Check, string>()
  const failures: string[] = []
  const run = async (check: Check) => {
    const key = keyOf(check)
    const isCached = key !== null && passes[check.name]?.includes(key)
    if (isCached) return console.log(`✓ ${check.name} (déjà passé)`)
    if (!(await runCheck(check, inputsOf(check, files), cache))) failures.push(check.name)
    else if (key !== null) ran.set(check, key)
  }
  const pendingChecks = [...checks]
  const worker = async () => {
    for (let check = pendingChecks.shift(); check; check = pendingChecks.shift()) await run(check)
  }
  await Promise.all([worker(), worker()])
  if (cache !== null && ran.size > 0) {
    const keyNow = digestInputs(readRepository(root), root)
    writePasses(
      cache,
      [...ran].filter(([check, key]) => keyNow(check) === key),
    )
  }
  return failures
}

async function runCheck({ name, problems }: Check, inputs: DigestedFile[], cache: CacheFolder): Promise<boolean> {
  const startedAt = performance.now()
  const sentences = await problems(inputs, cache)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).replace('.', ',')
  console.log(`${sentences.length === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  for (const problem of sentences) console.log(`    ${problem.replaceAll('\n', '\n    ')}`)
  return sentences.length === 0
}

function inputsOf({ inputs }: Check, files: DigestedFile[]): DigestedFile[] {
  if (inputs === 'always') return files
  return typeof inputs === 'function' ? inputs(files) : files.filter(({ path }) => inputs.test(path))
}

/** Returns the function that gives the key of a check's pass; null when the check always runs. */
function digestInputs(files: DigestedFile[], root: string): (check: Check) => string | null {
  const tools = digest([process.platform, process.arch, toolVersions(root), ...linesOf(files.filter(({ path }) => toolFiles.test(path)))])
  return (check) => (check.inputs === 'always' ? null : digest([tools, check.name, ...linesOf(inputsOf(check, files))]))
}

const linesOf = (files: DigestedFile[]): string[] => files.map(({ path, digest: content }) => `${content} ${path}`)

const digest = (lines: string[]): string => createHash('sha256').update(lines.join('\n')).digest('hex')

/** Version of Node, and the list of the installed packages as npm wrote it: it may differ from the lock file. */
export function toolVersions(root: string): string {
  const installed = join(root, 'node_modules/.package-lock.json')
  return `${process.version}\n${existsSync(installed) ? readFileSync(installed, 'utf8') : ''}`
}

/** Keys of the passes of each check, latest first. */
type Passes = Record<string, string[]>

const passesFile = 'passes.json'

function readPasses(folder: string): Passes {
  try {
    return JSON.parse(readFileSync(join(folder, passesFile), 'utf8')) as Passes
  } catch {
    return {}
  }
}

/** Adds passes to those stored, by a rename: another run may be reading or writing them. */
function writePasses(folder: string, newPasses: [Check, string][]): void {
  const passes = readPasses(folder)
  for (const [{ name }, key] of newPasses) passes[name] = [key, ...(passes[name] ?? []).filter((passKey) => passKey !== key)].slice(0, maxPasses)
  mkdirSync(folder, { recursive: true })
  const draft = join(folder, `${passesFile}-${process.pid}`)
  writeFileSync(draft, JSON.stringify(passes))
  renameSync(draft, join(folder, passesFile))
}
