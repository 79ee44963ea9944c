import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { licencesPage } from './documents.ts'
import { libraries, readLock } from './lock.ts'
import { checkVulnerableVersions, checkLicences, checkLock, checkScripts } from './rules.ts'

/** Checks the licences, known vulnerable versions, lock and install scripts of the repository. Returns one sentence for each problem. */
export function checkSupply(root: string): string[] {
  const lock = readLock(root)
  const all = libraries(lock)
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
  return [
    ...checkLicences(all),
    ...checkVulnerableVersions(all),
    ...checkLock(lock),
    ...checkScripts(lock, allowScripts, read('docs/exploitation.md')),
    ...(read('docs/licences.md') === licencesPage(all) ? [] : ['docs/licences.md ne suit plus package-lock.json : npm run sbom']),
  ]
}
