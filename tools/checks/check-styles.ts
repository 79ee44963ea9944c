import { posix } from 'node:path'
import type { SourceFile } from '../source-files.ts'

/** Classes used by the components that import a stylesheet. `isComputed`: one of them picks a class at run time, as `styles[tone]`. */
type StylesheetUse = { classes: Map<string, string>; isComputed: boolean }

const stylesheetImport = /^import (\w+) from '(\.[^']+\.module\.css)'/gm

/** Lists, for each CSS module, the classes that components read from it, with the first component that does. */
function readUses(files: readonly SourceFile[]): Map<string, StylesheetUse> {
  const uses = new Map<string, StylesheetUse>()
  for (const { path, text } of files) {
    if (!/\.tsx?$/.test(path)) continue
    for (const [, name = '', specifier = ''] of text.matchAll(stylesheetImport)) {
      const stylesheet = posix.join(posix.dirname(path), specifier)
      const use = uses.get(stylesheet) ?? { classes: new Map<string, string>(), isComputed: false }
      for (const [, className = ''] of text.matchAll(new RegExp(String.raw`\b${name}\.(\w+)`, 'g')))
        if (!use.classes.has(className)) use.classes.set(className, path)
      use.isComputed ||= new RegExp(String.raw`\b${name}\b(?!\.\w| from )`).test(text.replaceAll(stylesheetImport, ''))
      uses.set(stylesheet, use)
    }
  }
  return uses
}

/** Lists the classes that a CSS module defines: names after a dot in its selectors. */
function definedClasses(css: string): Set<string> {
  const selectors = css
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/:global\([^)]*\)/g, '')
    .matchAll(/[^{};]+(?=\{)/g)
  return new Set([...selectors].flatMap(([selector]) => [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)))
}

/** Returns one sentence for each class that a component names and its CSS module lacks, or that a CSS module defines and no component names. */
export function checkStyles(files: readonly SourceFile[]): string[] {
  const uses = readUses(files)
  return files.flatMap(({ path, text }) => {
    if (!path.endsWith('.module.css')) return []
    const { classes, isComputed } = uses.get(path) ?? { classes: new Map<string, string>(), isComputed: false }
    const defined = definedClasses(text)
    return [
      ...[...classes].flatMap(([name, component]) => (defined.has(name) ? [] : [`${component} : la classe ${name} n’est pas dans ${path}`])),
      ...[...defined].flatMap((name) => (isComputed || classes.has(name) ? [] : [`${path} : aucun composant n’emploie la classe ${name}`])),
    ]
  })
}
