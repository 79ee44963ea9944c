import { posix } from 'node:path'
import type { SourceFile } from '../source-files.ts'

/** An import. `target`: path from the repository root, or name of a package. */
export type ModuleImport = { from: string; target: string; typeOnly: boolean }

type ImportRule = {
  files: RegExp
  /** Pattern of targets that these files must not import. */
  never: RegExp
  /** Exceptions to `never`. */
  unless?: RegExp
  /** Exceptions to `never` for type imports, which do not exist at run time. */
  unlessType?: RegExp
  reason: string
}

/** Allowed directions of imports (docs/architecture.md, rule 1). */
const importRules: ImportRule[] = [
  {
    files: /^contract\//,
    never: /^/,
    unless: /^contract\/|^zod(\/|$)|^fast-check$|^vitest$/,
    reason: 'le contrat ne connaît que lui-même et zod',
  },
  {
    files: /^packages\//,
    never: /^(bench|contract|e2e|seed|server|tools|web)\//,
    reason: 'un paquet ne connaît pas le produit',
  },
  { files: /^(?!packages\/)/, never: /^packages\//, reason: 'un paquet se prend par son nom et par une des portes de son package.json' },
  { files: /^(server|seed|bench|tools)\//, never: /^web\//, reason: 'le serveur et l’application web ne se rencontrent jamais' },
  { files: /^web\//, never: /^(server|bench|e2e)\//, reason: 'le serveur et l’application web ne se rencontrent jamais' },
  { files: /^web\/src\/(?!.*\.test\.)/, never: /^seed\//, reason: 'les données de démonstration viennent du serveur' },
  {
    files: /^web\/src\/(?!.*\.test\.)/,
    never: /^@parvis\/(?!markdown$|office-writing$|office-writing\/fixtures$|written-document$)/,
    reason: 'un navigateur n’a des paquets que le Markdown, le document rédigé et l’écriture des documents',
  },
  { files: /^web\/src\/(?!.*\.test\.)/, never: /^node:/, reason: 'un navigateur n’a pas les modules de Node' },
  { files: /^e2e\//, never: /^(server|web)\/src\//, unless: /^server\/src\/testing\//, reason: 'un parcours ne connaît le produit que du dehors' },
  {
    files: /^server\/src\/features\/(?!.*\.test\.)/,
    never: /^(fastify|pg|nodemailer|undici)$|^@(fastify|electric-sql|parvis\/document-reading)(\/|$)|^server\/src\/(platform\/(?!errors\/)|(main|app)\.ts$)/,
    unless: /^server\/src\/platform\/(config\/|jobs\/|http\/handler|db\/(errors|retry-transaction|create-once|sql|personal-data\/index)|[^/]+\.ts$)/,
    unlessType: /^server\/src\/platform\/|^@parvis\/document-reading$/,
    reason: 'une fonctionnalité ne connaît ni fastify, ni pilote de base, ni adaptateur',
  },
  {
    files: /^server\/src\/features\/(?!.*\.test\.)/,
    never: /^server\/src\/features\/[^/]+\/routes\.ts$/,
    reason: 'une fonctionnalité appelle les requêtes ou les cas d’usage d’une autre, jamais ses routes',
  },
  {
    files: /^server\/src\/features\//,
    never: /^server\/src\/authorization\/granted\.ts$/,
    unlessType: /^/,
    reason: 'une fonctionnalité demande un droit par le nom de la chose (authorization/documents.ts…), jamais par ses octrois',
  },
  {
    files: /^server\/src\/authorization\/(?!.*\.test\.)/,
    never: /^/,
    unless: /^server\/src\/(authorization|platform\/db)\/|^contract\/|^kysely$/,
    reason: 'les droits ne connaissent que la base et le contrat',
  },
  {
    files: /^server\/src\/platform\/db\/(?!.*\.test\.)/,
    never: /^server\/src\/(?!platform\/(db\/|(?:log|idle-collection)\.ts$))/,
    unless: /^server\/src\/testing\//,
    reason: 'la base ne connaît que ses tables',
  },
  {
    files: /^server\/src\/(platform\/(?!db\/)|retrieval\/)(?!.*\.test\.)/,
    never: /^server\/src\/(features\/|main\.|app\.)/,
    reason: 'le socle et la recherche ne connaissent aucune fonctionnalité',
  },
  {
    files: /^web\/src\/ui\//,
    never: /^@tanstack\/react-query$|^web\/src\/(api|chat|features|layout|router)\//,
    reason: 'les composants de base ne connaissent ni les routes ni les requêtes',
  },
  { files: /^web\/src\/router\//, never: /^web\/src\/(?!router\/)/, reason: 'le routeur ne connaît que les adresses' },
  { files: /^web\/src\/writing\//, never: /^web\/src\/chat\//, reason: 'le document rédigé ne connaît pas la conversation, qui l’ouvre à côté d’elle' },
  { files: /^web\/src\/(api|chat|layout|writing)\//, never: /^web\/src\/features\//, reason: 'ce qui est commun ne connaît aucun écran' },
]

/** Reads all imports, re-exports and dynamic imports of the files, ignoring comments. */
export function readImports(files: SourceFile[]): ModuleImport[] {
  return files.flatMap(({ path, text }) => {
    const code = text.replace(/^\s*\/\/.*$|\/\*[\s\S]*?\*\//gm, '')
    const matches = [...code.matchAll(statement), ...code.matchAll(dynamic)]
    return matches.map(({ groups = {} }) => ({
      from: path,
      target: resolveTarget(path, groups['target'] ?? ''),
      typeOnly: groups['type'] !== undefined,
    }))
  })
}

const names = String.raw`(?:[\w$]+\s*,?\s*)?(?:\{[^}]*\}|\*\s*as\s+[\w$]+)?`
const statement = new RegExp(
  String.raw`^\s*(?:import\s+(?<type>type\s)?\s*(?:${names}\s*from\s*)?|export\s+(?<type>type\s)?\s*(?:\{[^}]*\}|\*(?:\s*as\s+[\w$]+)?)\s*from\s*)['"](?<target>[^'"]+)['"]`,
  'gm',
)
const dynamic = /\bimport\(\s*['"](?<target>[^'"]+)['"]/g

function resolveTarget(from: string, target: string): string {
  if (target.startsWith('.')) return posix.join(posix.dirname(from), target)
  return target === '@parvis/contract' ? 'contract/src/index.ts' : target
}

/** Returns the files that match `always`, and those that `entry` imports, directly or not, by a relative path. */
export function filesReachedFrom<File extends SourceFile>(entry: string, imports: ModuleImport[], files: File[], always: RegExp): File[] {
  const next = Map.groupBy(imports, ({ from }) => from)
  const reached = new Set<string>()
  const pendingFiles = [entry]
  for (let path = pendingFiles.pop(); path !== undefined; path = pendingFiles.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    pendingFiles.push(...(next.get(path) ?? []).map(({ target }) => target))
  }
  return files.filter(({ path }) => reached.has(path) || always.test(path))
}

/** Returns one sentence for each import in a forbidden direction. */
export function checkImports(imports: ModuleImport[]): string[] {
  return imports.flatMap((link) => [
    ...importRules
      .filter(
        ({ files, never, unless, unlessType }) =>
          files.test(link.from) && never.test(link.target) && !unless?.test(link.target) && !(link.typeOnly && unlessType?.test(link.target)),
      )
      .map(({ reason }) => `${link.from} importe ${link.target} : ${reason}`),
    ...betweenNeighbours(link),
    ...betweenPackages(link),
  ])
}

/** Groups of sibling folders that must not import each other. */
const separateFolders = [
  { folder: /^web\/src\/features\/([^/]+)\//, why: 'une fonctionnalité n’en connaît pas une autre (ce que deux partagent va dans chat, ui ou layout)' },
]

/** Packages that each package may import, through their exports. The list contains no cycle. */
const allowedPackages: Record<string, readonly string[]> = {
  'french-search': ['document-reading'],
  'office-writing': ['document-reading', 'markdown', 'written-document'],
  'written-document': ['markdown'],
}

function betweenPackages({ from, target }: ModuleImport): string[] {
  const ownPackage = /^packages\/([^/]+)\//.exec(from)?.[1]
  const other = /^(?:packages|@parvis)\/([^/]+)(?:\/|$)/.exec(target)?.[1]
  if (ownPackage === undefined || other === undefined || ownPackage === other) return []
  return target.startsWith('@') && allowedPackages[ownPackage]?.includes(other)
    ? []
    : [`${from} importe ${target} : ce paquet n’en connaît pas d’autre, ou seulement par ses portes`]
}

function betweenNeighbours({ from, target }: ModuleImport): string[] {
  return separateFolders.flatMap(({ folder, why }) => {
    const [ownPackage, other] = [from, target].map((path) => folder.exec(path)?.[1])
    return ownPackage === undefined || other === undefined || ownPackage === other ? [] : [`${from} importe ${target} : ${why}`]
  })
}

/** Pattern of the folders whose direct children are parts of the code. A file directly in such a folder is a part by itself. */
const roots = /^((?:server|web|contract|packages\/[^/]+)\/src\/(?:(?:features|platform)\/)?|bench\/|e2e\/|seed\/|tools\/)([^/]+)/

function folderPart(path: string): string {
  const [, root, name] = roots.exec(path) ?? []
  return root === undefined ? path : root + name
}

/**
 * Returns one sentence for each cycle of folders. Type imports count, because reading one folder then requires knowing the other. Tests and their support
 * are excluded.
 */
export function checkFolderCycles(imports: ModuleImport[]): string[] {
  const apart = /\.(test|fixture|e2e)\.tsx?$|\/testing\//
  const links = imports.filter(({ from, target }) => !apart.test(from) && !apart.test(target))
  return checkCycles(
    links.map((link) => ({ ...link, from: folderPart(link.from), target: folderPart(link.target) })).filter(({ from, target }) => from !== target),
  )
}

/** Reports each circle of files that import each other, types included. */
export function checkCycles(imports: ModuleImport[]): string[] {
  const next = new Map<string, string[]>()
  for (const { from, target } of imports) next.set(from, [...(next.get(from) ?? []), target])
  const visitedFiles = new Set<string>()
  const problems: string[] = []
  const visit = (path: string, trail: string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) problems.push(`imports en rond : ${[...trail.slice(start), path].join(' → ')}`)
    if (start >= 0 || visitedFiles.has(path)) return
    for (const target of next.get(path) ?? []) visit(target, [...trail, path])
    visitedFiles.add(path)
  }
  for (const path of next.keys()) visit(path, [])
  return problems
}
