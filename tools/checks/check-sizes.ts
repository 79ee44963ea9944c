import type { SourceFile } from '../source-files.ts'
import type { ModuleImport } from './check-imports.ts'

/** Maximum number of lines of a file, so that it can be read in one go. */
const maxLines = 300

/** Files that may exceed the limit, with the reason. An exception that is no longer needed is reported. */
const sizeExceptions: { path: string; reason: string }[] = [
  { path: 'e2e/chat/chat.e2e.ts', reason: 'one screen, one server and the same helpers for all its stories' },
  { path: 'server/src/features/library/library.api.test.ts', reason: 'one base indexed once for every question put to the library' },
  { path: 'e2e/administration/administration.e2e.ts', reason: 'two tables, one server: a second start would cost more than the split gives' },
]

type FileSizes = { files: number; lines: number; median: number; p90: number; largest: { path: string; lines: number }[] }

/** Measures file sizes in lines: median, 90th percentile and the five largest files. */
export function measureSizes(files: SourceFile[]): FileSizes {
  const sizes = files.map(({ path, text }) => ({ path, lines: countLines(text) })).sort((a, b) => a.lines - b.lines || a.path.localeCompare(b.path))
  const at = (share: number) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))]?.lines ?? 0
  return {
    files: sizes.length,
    lines: sizes.reduce((sum, { lines }) => sum + lines, 0),
    median: at(0.5),
    p90: at(0.9),
    largest: sizes.slice(-5).reverse(),
  }
}

/** Returns one sentence for each file that exceeds the limit without an exception, and for each useless exception. */
export function checkSizes(files: SourceFile[], exceptions = sizeExceptions): string[] {
  const oversized = files.map(({ path, text }) => ({ path, lines: countLines(text) })).filter(({ lines }) => lines > maxLines)
  return [
    ...oversized
      .filter(({ path }) => !exceptions.some((exception) => exception.path === path))
      .map(({ path, lines }) => `${path} : ${lines} lignes, le mur est à ${maxLines}`),
    ...exceptions
      .filter((exception) => !oversized.some(({ path }) => path === exception.path))
      .map(({ path }) => `${path} : cette exception de taille ne sert plus, retirez-la de tools/checks/check-sizes.ts`),
  ]
}

/** Minimum number of lines of a file that only one other file imports: a shorter one is read there. */
const minLines = 20

/** Files that may be shorter, with the reason. An exception that is no longer needed is reported. */
const smallFileExceptions: { files: RegExp; reason: string }[] = [
  { files: /\/migrations\//, reason: 'published migrations never change' },
  { files: /\/index\.ts$/, reason: 'the entry point of a folder' },
  { files: /^contract\/src\/features\/sign-in\/identities\.ts$/, reason: 'loaded by the profile page only' },
  { files: /^web\/src\/api\/QueryCacheProvider\.tsx$/, reason: 'loaded on demand: the pages of a person who is not signed in do without it' },
  { files: /^web\/src\/chat\/conversation\/export-conversation\.ts$/, reason: 'loaded on demand' },
  { files: /^web\/src\/features\/library\/document-search\/without-deleted\.ts$/, reason: 'loaded on demand, after a refusal' },
]

/** Pattern of the entry points of packages, whose own users import what they re-export. */
const entryPoint = /^(?:contract|packages\/[^/]+)\/src\/(?:index|browser)\.ts$/

/**
 * Returns one sentence for each short file that a single file imports, its own test aside, and for each useless exception. A file that nothing imports is
 * a script or a declaration.
 */
export function checkSmallFiles(files: SourceFile[], imports: readonly ModuleImport[], exceptions = smallFileExceptions): string[] {
  const small = files.flatMap(({ path, text }) => {
    const lines = countLines(text)
    if (!/\.tsx?$/.test(path) || lines >= minLines) return []
    const ownTest = path.replace(/\.tsx?$/, '.')
    const users = new Set(imports.flatMap(({ from, target }) => (target === path && !from.startsWith(ownTest) ? from : [])))
    const [user] = users
    return users.size === 1 && !entryPoint.test(user!) ? [{ path, lines, user: user! }] : []
  })
  return [
    ...small
      .filter(({ path }) => !exceptions.some((exception) => exception.files.test(path)))
      .map(({ path, lines, user }) => `${path} : ${lines} lignes pour le seul ${user}, le plancher est à ${minLines}`),
    ...exceptions
      .filter((exception) => !small.some(({ path }) => exception.files.test(path)))
      .map((exception) => `${exception.files.source} : cette exception de plancher ne sert plus, retirez-la de tools/checks/check-sizes.ts`),
  ]
}

/** Maximum number of files in a folder, so that it can be seen at a glance. */
export const maxFiles = 25

/** Folders that may have more files, with the reason. An exception that is no longer needed is reported. */
const folderExceptions: readonly string[] = [
  // Migrations are never moved: databases refer to them, and they are read in the order of a list.
  'server/src/platform/db/migrations',
]

/** Returns one sentence for each code folder with more files than the limit, subfolders not included, and for each useless exception. */
export function checkFolders(paths: readonly string[], exceptions = folderExceptions): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const overfullFolders = [...counts].filter(
    ([folder, files]) => /^(bench|contract|e2e|packages|seed|server|tools|web\/src)\b/.test(folder) && files > maxFiles,
  )
  return [
    ...overfullFolders
      .filter(([folder]) => !exceptions.includes(folder))
      .map(([folder, files]) => `${folder} : ${files} fichiers, pas plus de ${maxFiles} dans un dossier`),
    ...exceptions
      .filter((exception) => !overfullFolders.some(([folder]) => folder === exception))
      .map((exception) => `${exception} : cette exception de dossier ne sert plus, retirez-la de tools/checks/check-sizes.ts`),
  ]
}

function countLines(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}
