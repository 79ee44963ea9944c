import type { SourceFile } from '../source-files.ts'

/** Pattern of the code that runs in browsers; tests run in Node. */
const inBrowser = /^(?:web|contract|packages\/(?:markdown|office-writing))\/src\/.*(?<!\.test)\.tsx?$/

/** Pattern of features that some browsers targeted by web/vite.config.ts lack, although the types and the browsers of the tests have them. */
const tooNew = new RegExp(
  [
    /\bURL\.parse\(/,
    /\b(?:Promise\.try|RegExp\.escape|AbortSignal\.any|Math\.sumPrecise|Error\.isError)\(/,
    /\bIntl\.(?:Segmenter|DurationFormat)\b/,
    // Iterator helpers and set methods; `z.union` belongs to zod schemas.
    /\.(?:values|keys|entries)\(\)\s*\.(?!next\b)\w+/,
    /\bmatchAll\([^()]*\)\s*\.(?!next\b)\w+/,
    /(?<!\bz|\.)\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
    /\.(?:getOrInsert|getOrInsertComputed|toBase64|fromBase64|toHex|bytes)\(/,
    // Missing on pages served over plain http.
    /\bcrypto\.(?:randomUUID\(|subtle\.)/,
    // `showPopover?.()` handles its absence.
    /\bshowPopover\(/,
    // pdfjs-dist/legacy contains the polyfills that the other build needs and most browsers lack.
    /^import (?!type\b).*'pdfjs-dist(?:\/build\/[^']*)?'/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
)

/** Returns one sentence for each call of a page that would fail in a targeted browser. */
export function checkBrowsers(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => inBrowser.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(tooNew)].map(
        ({ 0: matchText, index }) =>
          `${path}:${text.slice(0, index).split('\n').length} : « ${matchText} » manque à des navigateurs visés (web/vite.config.ts)`,
      ),
    )
}
