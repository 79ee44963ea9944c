import type { SourceFile } from '../source-files.ts'

/** What runs in a browser. Tests run in Node. */
const inBrowser = /^(?:web|contract|packages\/(?:markdown|office-writing))\/src\/.*(?<!\.test)\.tsx?$/

/** What a browser of the targets of web/vite.config.ts lacks: the types know it, and so do the browsers of the tests. */
const tooNew = new RegExp(
  [
    /\bURL\.parse\(/,
    /\b(?:Promise\.try|RegExp\.escape|AbortSignal\.any|Math\.sumPrecise|Error\.isError)\(/,
    /\bIntl\.(?:Segmenter|DurationFormat)\b/,
    // What iterators and sets can do besides being gone through; `z.union` is of the schemas.
    /\.(?:values|keys|entries)\(\)\s*\.(?!next\b)\w+/,
    /\bmatchAll\([^()]*\)\s*\.(?!next\b)\w+/,
    /(?<!\bz|\.)\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
    /\.(?:getOrInsert|getOrInsertComputed|toBase64|fromBase64|toHex|bytes)\(/,
    // Missing where the address is plain http.
    /\bcrypto\.(?:randomUUID\(|subtle\.)/,
    // `showPopover?.()` does without.
    /\bshowPopover\(/,
    // pdfjs-dist/legacy brings what its other build calls and most browsers lack.
    /^import (?!type\b).*'pdfjs-dist(?:\/build\/[^']*)?'/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
)

/** One sentence for each call of a page that would fail in a browser that the product is built for. */
export function checkBrowsers(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => inBrowser.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(tooNew)].map(
        ({ 0: found, index }) => `${path}:${text.slice(0, index).split('\n').length} : « ${found} » manque à des navigateurs visés (web/vite.config.ts)`,
      ),
    )
}
