import type { SourceFile } from '../source-files.ts'

/** Pattern of handwritten query keys: those of API calls must come from the contract (web/src/api/query-functions.ts). */
const byHand = /queryKey:\s*\[\s*['"`]|\b(?:invalidateQueries|setQueriesData)\(/

/** Returns one sentence for each place where the web application writes a query key, or invalidates queries, without the contract. */
export function checkKeys(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^web\/src\/(?!api\/).*\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, at) => (byHand.test(line) ? [`${path}:${at + 1} : clé écrite à la main (q, keyOf, invalidate de web/src/api/queries.ts)`] : [])),
    )
}
