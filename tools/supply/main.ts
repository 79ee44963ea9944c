// `npm run sbom`: writes the bill of materials and the list of licences from package-lock.json, without network access.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repositoryRoot } from '../source-files.ts'
import { billOfMaterials, licencesPage } from './documents.ts'
import { libraries, readLock } from './lock.ts'

const all = libraries(readLock(repositoryRoot))
const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as { version: string }
const target = process.argv[2] ?? join(repositoryRoot, 'artifacts', 'sbom.cdx.json')
mkdirSync(dirname(target), { recursive: true })
writeFileSync(target, `${JSON.stringify(billOfMaterials(all, version), null, 2)}\n`)
writeFileSync(join(repositoryRoot, 'docs', 'licences.md'), licencesPage(all))
console.log(`${all.length} bibliothèques : ${target} (CycloneDX 1.5) et docs/licences.md`)
