import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { apiDocsAreCurrent } from './api-docs.ts'
import { checkBrowsers } from './checks/check-browsers.ts'
import { checkDecisions, checkLinks, checkNamedPaths, checkPictures, checkSettings, type DocumentedSetting } from './checks/check-docs.ts'
import { checkCycles, checkFolderCycles, checkImports, readImports } from './checks/check-imports.ts'
import { checkDependencies, checkExports } from './checks/check-exports.ts'
import { checkKeys, checkWords } from './checks/check-texts.ts'
import { checkProofs } from './checks/check-proofs.ts'
import { checkFolders, checkSizes, checkSmallFiles, measureSizes } from './checks/check-sizes.ts'
import { checkTypeNames, checkVocabulary } from './checks/check-vocabulary.ts'
import { codeFile, listPaths, readFiles, repositoryRoot } from './source-files.ts'
import { schemaIsCurrent } from './schema-file.ts'
import { checkSupply } from './supply/check.ts'
import type { TestTotals } from './proof/test-report.ts'

/** A check. `problems` returns one sentence or block of lines for each problem; none when it passes. */
type Check = { name: string; problems: () => string[] | Promise<string[]> }

const codeFiles = () => readFiles(codeFile)
const documents = () => readFiles(/\.md$/)

/** Checks, longest first: a long one started last would run alone. */
const checks: Check[] = [
  { name: 'mise en forme', problems: () => runTool('oxfmt/bin/oxfmt', ['--check']) },
  { name: 'types : server', problems: () => runTool('typescript/bin/tsc', ['--noEmit', '-p', 'server']) },
  { name: 'types : contract', problems: () => runTool('typescript/bin/tsc', ['--noEmit', '-p', 'contract']) },
  { name: 'types : document-reading', problems: () => runTool('typescript/bin/tsc', ['--noEmit', '-p', 'packages/document-reading']) },
  { name: 'types : french-search', problems: () => runTool('typescript/bin/tsc', ['--noEmit', '-p', 'packages/french-search']) },
  { name: 'types : markdown', problems: () => runTool('typescript/bin/tsc', ['--noEmit', '-p', 'packages/markdown']) },
  { name: 'types : office-writing', problems: () => runTool('typescript/bin/tsc', ['--noEmit', '-p', 'packages/office-writing']) },
  { name: 'types : web', problems: () => runTool('typescript/bin/tsc', ['--noEmit', '-p', 'web']) },
  { name: 'lint', problems: () => runTool('oxlint/bin/oxlint', ['--deny-warnings', '--format=unix', '--report-unused-disable-directives']) },
  { name: 'sens des imports', problems: () => checkImports(readImports(codeFiles())) },
  { name: 'imports en rond', problems: () => checkCycles(readImports(codeFiles())) },
  { name: 'dossiers en rond', problems: () => checkFolderCycles(readImports(codeFiles())) },
  { name: 'exports sans lecteur', problems: () => checkExports(readFiles(/\.(ts|tsx|mjs|html)$/)) },
  { name: 'dépendances sans usage', problems: () => checkDependencies(readFiles(/\.(ts|tsx|mjs|css|html|md)$|(^|\/)package\.json$/)) },
  { name: 'vocabulaire', problems: () => checkVocabulary(codeFiles()) },
  { name: 'types du même nom', problems: () => checkTypeNames(codeFiles()) },
  { name: 'clés des réponses', problems: () => checkKeys(codeFiles()) },
  { name: 'navigateurs visés', problems: () => checkBrowsers(codeFiles()) },
  { name: 'taille des fichiers', problems: () => checkSizes(codeFiles()) },
  { name: 'fichiers trop petits', problems: () => checkSmallFiles(codeFiles(), readImports(codeFiles())) },
  { name: 'taille des dossiers', problems: () => checkFolders(listPaths()) },
  { name: 'chemins et adresses', problems: () => checkWords(readFiles(/(\.(ts|tsx|mjs|css|html|md|json|ya?ml|sh|svg|txt)|(^|\/)(\.npmrc|run|Dockerfile))$/)) },
  { name: 'bibliothèques', problems: () => checkSupply(repositoryRoot) },
  { name: 'images du README', problems: async () => checkPictures(await lastChange('web/src'), await lastChange('docs/images')) },
  { name: 'décisions', problems: () => checkDecisions(documents()) },
  { name: 'liens de la documentation', problems: () => checkLinks(documents(), listPaths()) },
  { name: 'chemins nommés par la documentation', problems: () => checkNamedPaths(documents(), listPaths()) },
  { name: 'preuves', problems: () => checkProofs(documents(), codeFiles()) },
  { name: 'page de l’interface', problems: () => (apiDocsAreCurrent() ? [] : ['docs/api.md ne suit plus le contrat : node tools/api-docs.ts --write']) },
  {
    name: 'schéma de la base',
    problems: async () =>
      (await schemaIsCurrent()) ? [] : ['server/src/platform/db/schema.sql ne suit plus les migrations : node tools/schema-file.ts --write'],
  },
  { name: 'réglages documentés', problems: async () => checkSettings(await settings(), documents()) },
]

/** Runs all checks, at most two at a time, and prints one line for each. */
export async function runChecks(): Promise<TestTotals> {
  const waiting = [...checks]
  const failures: string[] = []
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) if (!(await runCheck(check))) failures.push(check.name)
  }
  await Promise.all([worker(), worker()])
  const { files, lines, median, p90, largest } = measureSizes(codeFiles())
  console.log(
    `  ${files} fichiers, ${lines} lignes ; médiane ${median}, 9 sur 10 sous ${p90}, les plus longs : ${largest.map((file) => `${file.path} ${file.lines}`).join(', ')}`,
  )
  return { passed: checks.length - failures.length, failed: failures.length, skipped: 0, failures, skips: [], secondAttempts: [], files: [] }
}

async function runCheck({ name, problems }: Check): Promise<boolean> {
  const begin = performance.now()
  const found = await problems()
  const seconds = ((performance.now() - begin) / 1000).toFixed(1).replace('.', ',')
  console.log(`${found.length === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  for (const problem of found) console.log(`    ${problem.replaceAll('\n', '\n    ')}`)
  return found.length === 0
}

/** Runs a tool of node_modules. When it fails, its whole output is one problem. */
async function runTool(script: string, args: string[]): Promise<string[]> {
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

/** Date of the last commit that changed a folder, `YYYY-MM-DD`; null when git does not know it. */
async function lastChange(folder: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('git', ['log', '-1', '--format=%cs', '--', folder], { cwd: repositoryRoot })
    return stdout.trim() || null
  } catch {
    return null
  }
}

async function settings(): Promise<DocumentedSetting[]> {
  const file = join(repositoryRoot, 'server/src/platform/config/settings.ts')
  if (!existsSync(file)) throw new Error(`${file} is missing`)
  return ((await import(file)) as { settings: DocumentedSetting[] }).settings
}
