import { createHash } from 'node:crypto'
import type { LockedLibrary } from './lock.ts'

const purl = ({ name, version }: LockedLibrary): string => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

/**
 * Makes the bill of materials, CycloneDX 1.5. It is reproducible: no date, and a serial number computed from the content.
 * @param version version of the project
 */
export function billOfMaterials(all: LockedLibrary[], version: string): object {
  const refs = new Map(all.map((library) => [library.path, purl(library)]))
  const once = [...new Map(all.map((library) => [purl(library), library])).values()]
  const components = once.map((library) => ({
    type: 'library',
    'bom-ref': purl(library),
    ...(library.name.startsWith('@') ? { group: library.name.split('/')[0], name: library.name.split('/')[1] } : { name: library.name }),
    version: library.version,
    scope: library.uses.includes('outils') ? 'excluded' : 'required',
    licenses: / (OR|AND) /.test(library.licence) ? [{ expression: library.licence }] : [{ license: { id: library.licence } }],
    purl: purl(library),
    ...(library.integrity && { hashes: [{ alg: 'SHA-512', content: Buffer.from(library.integrity.slice('sha512-'.length), 'base64').toString('hex') }] }),
    properties: library.uses.map((use) => ({ name: 'parvis:usage', value: use })),
  }))
  const dependencies = once.map((library) => {
    const sameLibrary = all.filter((other) => purl(other) === purl(library))
    return { ref: purl(library), dependsOn: [...new Set(sameLibrary.flatMap(({ dependsOn }) => dependsOn.flatMap((path) => refs.get(path) ?? [])))].toSorted() }
  })
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex')
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': `pkg:npm/parvis@${version}`, name: 'parvis', version } },
    components,
    dependencies,
  }
}

/** Writes docs/licences.md: one row per library and version. */
export function licencesPage(all: LockedLibrary[]): string {
  const rows = new Map<string, LockedLibrary>()
  for (const library of all) {
    const key = `${library.name}@${library.version}`
    rows.set(key, { ...library, uses: [...new Set([...(rows.get(key)?.uses ?? []), ...library.uses])] })
  }
  const counts = Map.groupBy(rows.values(), ({ licence }) => licence)
  return [
    '# Licences des bibliothèques',
    '',
    'Page écrite par `npm run sbom`, à partir de `package-lock.json` ; `npm run check` échoue quand elle n’est plus à jour ou qu’une licence n’est pas admise (`tools/supply/rules.ts`).',
    '« serveur » : dans le processus du serveur. « web » : dans la page. « outils » : construction et essais seulement. Les fichiers sous MPL-2.0 sont repris tels qu’ils ont été publiés. Les polices servies (`web/src/ui/fonts`, OFL-1.1) ont leur licence à côté d’elles.',
    '',
    [...counts]
      .map(([licence, { length }]) => `${licence} : ${length}`)
      .toSorted()
      .join(' · '),
    '',
    '| Bibliothèque | Version | Licence | Où |',
    '|---|---|---|---|',
    ...[...rows.values()].map(({ name, version, licence, uses }) => `| ${name} | ${version} | ${licence} | ${uses.join(', ')} |`),
    '',
  ].join('\n')
}
