import type { SourceFile } from '../source-files.ts'

/** A key or a list of keys written by hand: the calls of the contract give theirs (web/src/api/asking.ts). */
const byHand = /queryKey:\s*\[\s*['"`]|\b(?:invalidateQueries|setQueriesData)\(/

/** One sentence for each place where the web application keys an answer, or asks again for some, otherwise than by the contract. */
export function checkKeys(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^web\/src\/(?!api\/).*\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, at) => (byHand.test(line) ? [`${path}:${at + 1} : clé écrite à la main (q, keyOf, invalidate de web/src/api/ask.ts)`] : [])),
    )
}
