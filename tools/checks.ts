import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { apiDocsAreCurrent } from './api-docs.ts'
import { checkBrowsers } from './checks/check-browsers.ts'
import { checkDecisions, checkLinks, checkNamedPaths, checkPictures, checkSettings, type DocumentedSetting } from './checks/check-docs.ts'
import { checkCycles, checkFolderCycles, checkImports, filesReachedFrom, readImports, type ModuleImport } from './checks/check-imports.ts'
import { checkDependencies, checkExports } from './checks/check-exports.ts'
import { checkKeys, checkWords } from './checks/check-texts.ts'
import { checkProofs } from './checks/check-proofs.ts'
import { checkFolders, checkSizes, checkSmallFiles, measureSizes } from './checks/check-sizes.ts'
import { checkStyles } from './checks/check-styles.ts'
import { checkTypeNames, checkVocabulary } from './checks/check-vocabulary.ts'
import { checkTypes, readByTools, runTool } from './checks/check-tools.ts'
import { runCheckList, type Check } from './checks/run-checks.ts'
import { codeFile, readFiles, repositoryRoot, type DigestedFile } from './source-files.ts'
import { schemaIsCurrent } from './schema-file.ts'
import { checkSupply } from './supply/rules.ts'
import type { TestTotals } from './proof/test-report.ts'

/** Folder of what makes the next run shorter: passes of checks, and the compiler's build information. */
const cacheFolder = join(repositoryRoot, '.cache/check')

const anyFile = /^/
const document = /\.md$/
const packages = [
  'document-comparison',
  'document-reading',
  'french-search',
  'legal-references',
  'markdown',
  'office-writing',
  'personal-data',
  'written-document',
].map((name) => `packages/${name}`)

/** Checks, longest first: a long one started last would run alone. */
const checks: Check[] = [
  checkTypes('server', { isLarge: true }),
  ...['web', 'contract', ...packages].map((project) => checkTypes(project)),
  {
    name: 'schéma de la base',
    inputs: (files) => filesReachedFrom('tools/schema-file.ts', importsOf(codeIn(files)), files, /^(contract|packages|server\/src\/platform)\//),
    problems: async () =>
      (await schemaIsCurrent()) ? [] : ['server/src/platform/db/schema.sql ne suit plus les migrations : node tools/schema-file.ts --write'],
  },
  {
    name: 'lint',
    inputs: readByTools,
    problems: () => runTool('oxlint/bin/oxlint', ['--deny-warnings', '--format=unix', '--report-unused-disable-directives']),
  },
  { name: 'mise en forme', inputs: readByTools, problems: () => runTool('oxfmt/bin/oxfmt', ['--check']) },
  { name: 'exports sans lecteur', inputs: /\.(ts|tsx|mjs|html)$/, problems: checkExports },
  { name: 'preuves', inputs: /\.(ts|tsx|mjs|css|md)$/, problems: (files) => checkProofs(documentsIn(files), codeIn(files)) },
  { name: 'vocabulaire', inputs: codeFile, problems: checkVocabulary },
  { name: 'sens des imports', inputs: codeFile, problems: (files) => checkImports(importsOf(files)) },
  { name: 'imports en rond', inputs: codeFile, problems: (files) => checkCycles(importsOf(files)) },
  { name: 'dossiers en rond', inputs: codeFile, problems: (files) => checkFolderCycles(importsOf(files)) },
  { name: 'fichiers trop petits', inputs: codeFile, problems: (files) => checkSmallFiles(files, importsOf(files)) },
  { name: 'dépendances sans usage', inputs: /\.(ts|tsx|mjs|css|html|md)$|(^|\/)package\.json$/, problems: checkDependencies },
  { name: 'types du même nom', inputs: codeFile, problems: checkTypeNames },
  { name: 'clés des réponses', inputs: codeFile, problems: checkKeys },
  { name: 'classes CSS', inputs: codeFile, problems: checkStyles },
  { name: 'navigateurs visés', inputs: codeFile, problems: checkBrowsers },
  { name: 'taille des fichiers', inputs: codeFile, problems: (files) => checkSizes(files) },
  { name: 'taille des dossiers', inputs: anyFile, problems: (files) => checkFolders(pathsOf(files)) },
  {
    name: 'chemins et adresses',
    inputs: /(\.(ts|tsx|mjs|css|html|md|json|ya?ml|sh|svg|txt)|(^|\/)(\.npmrc|run|Dockerfile))$/,
    problems: checkWords,
  },
  { name: 'bibliothèques', inputs: anyFile, problems: () => checkSupply(repositoryRoot) },
  { name: 'images du README', inputs: 'always', problems: async () => checkPictures(await lastChange('web/src'), await lastChange('docs/images')) },
  { name: 'décisions', inputs: document, problems: checkDecisions },
  { name: 'liens de la documentation', inputs: anyFile, problems: (files) => checkLinks(documentsIn(files), pathsOf(files)) },
  { name: 'chemins nommés par la documentation', inputs: anyFile, problems: (files) => checkNamedPaths(documentsIn(files), pathsOf(files)) },
  {
    name: 'page de l’interface',
    inputs: anyFile,
    problems: () => (apiDocsAreCurrent() ? [] : ['docs/api.md ne suit plus le contrat : node tools/api-docs.ts --write']),
  },
  { name: 'réglages documentés', inputs: anyFile, problems: async (files) => checkSettings(await settings(), documentsIn(files)) },
]

/** Runs all checks, and prints one line for each. `isFull`: also those that passed on the same files, from nothing stored. */
export async function runChecks({ isFull }: { isFull: boolean }): Promise<TestTotals> {
  const failures = await runCheckList(checks, repositoryRoot, isFull ? null : cacheFolder)
  const { files, lines, median, p90, largest } = measureSizes(readFiles(codeFile))
  console.log(
    `  ${files} fichiers, ${lines} lignes ; médiane ${median}, 9 sur 10 sous ${p90}, les plus longs : ${largest.map((file) => `${file.path} ${file.lines}`).join(', ')}`,
  )
  return { passed: checks.length - failures.length, failed: failures.length, skipped: 0, failures, skips: [], secondAttempts: [], files: [] }
}

const codeIn = (files: DigestedFile[]): DigestedFile[] => files.filter(({ path }) => codeFile.test(path))
const documentsIn = (files: DigestedFile[]): DigestedFile[] => files.filter(({ path }) => document.test(path))
const pathsOf = (files: DigestedFile[]): string[] => files.map(({ path }) => path)

/** Imports of the files last read: several checks have the same inputs. */
let lastImports: { key: string; imports: ModuleImport[] } | undefined
function importsOf(files: DigestedFile[]): ModuleImport[] {
  const key = files.map(({ digest }) => digest).join()
  if (lastImports?.key !== key) lastImports = { key, imports: readImports(files) }
  return lastImports.imports
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
