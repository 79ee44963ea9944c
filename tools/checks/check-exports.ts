import type { SourceFile } from '../source-files.ts'

/** Pattern of an exported declaration, with its name. Re-exports (`export … from`) are not counted: they already have a user. */
const exportedDeclaration = /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|type|interface) ([A-Za-z_$][\w$]*)/gm

/** Returns one sentence for each export that no other file names. */
export function checkExports(files: SourceFile[]): string[] {
  const namedIn = new Map<string, Set<string>>()
  for (const { path, text } of files)
    for (const [name] of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
      const paths = namedIn.get(name)
      if (paths) paths.add(path)
      else namedIn.set(name, new Set([path]))
    }
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(exportedDeclaration)].flatMap(([, name]) =>
      namedIn.get(name!)!.size === 1 ? [`${path} exporte ${name}, que rien d’autre ne nomme`] : [],
    ),
  )
}

type Manifest = { dependencies?: Record<string, string> }

/**
 * Returns one sentence for each dependency of a package that none of its files names, by an import or a path into it.
 */
export function checkDependencies(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^(contract|server|web|packages\/[^/]+)\/package\.json$/.test(path))
    .flatMap(({ path, text }) => {
      const folder = path.slice(0, -'package.json'.length)
      const code = files.filter((file) => file.path.startsWith(folder) && file.path !== path)
      return Object.keys((JSON.parse(text) as Manifest).dependencies ?? {})
        .filter((name) => !code.some((file) => [`'${name}'`, `'${name}/`].some((words) => file.text.includes(words))))
        .map((name) => `${path} déclare ${name}, que rien n’importe`)
    })
}
