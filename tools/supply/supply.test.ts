import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '../source-files.ts'
import { checkSupply, accepted, checkVulnerableVersions, checkLicences, checkLock, checkScripts, isOlder } from './rules.ts'
import { billOfMaterials, licencesPage } from './documents.ts'
import { libraries, readLock, type PackageLock } from './lock.ts'

const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`
const lock: PackageLock = {
  packages: {
    '': {},
    server: { dependencies: { pdfjs: '1' } },
    web: { dependencies: { '@a/b': '1' } },
    'node_modules/@a/b': { version: '2.0.0', license: 'MIT', integrity, dependencies: { deep: '1' } },
    'node_modules/@a/b/node_modules/deep': { version: '1.0.0', license: 'ISC', integrity },
    'node_modules/deep': { version: '2.0.0', license: 'GPL-3.0-only', integrity, hasInstallScript: true },
    'node_modules/pdfjs': { name: 'pdfjs-dist', version: '4.2.66', license: '(MIT OR GPL-2.0)', integrity, dependencies: { deep: '2' } },
    'node_modules/tool': { version: '1.0.0', integrity },
    'node_modules/server': { resolved: 'server', link: true },
  },
}

describe('libraries', () => {
  it('are found as Node finds them, each with where it serves', () => {
    expect(libraries(lock).map(({ name, version, uses }) => `${name} ${version} ${uses.join('+')}`)).toEqual([
      '@a/b 2.0.0 web',
      'deep 1.0.0 web',
      'deep 2.0.0 serveur',
      'pdfjs-dist 4.2.66 serveur',
      'tool 1.0.0 outils',
    ])
  })
})

describe('rules', () => {
  const all = libraries(lock)
  it('refuse a licence outside the list, or none', () => {
    expect(checkLicences(all)).toEqual(['deep 2.0.0 : licence « GPL-3.0-only » non admise', 'tool 1.0.0 : licence « non dite » non admise'])
    for (const refused of ['AGPL-3.0', 'SSPL-1.0', 'LGPL-3.0', 'MIT AND GPL-2.0', '']) expect(accepted(refused), refused).toBe(false)
  })

  it('refuse a version known to be vulnerable', () => {
    expect(checkVulnerableVersions(all)).toEqual(['pdfjs-dist 4.2.66 : 4.2.67 au moins (CVE-2024-4367 : un PDF hostile exécute du code)'])
    expect(checkVulnerableVersions([{ ...all[0]!, name: 'xlsx', version: '99.0.0' }])).toHaveLength(1)
    expect(['4.2.67', '4.10.0', '5.0.0'].filter((version) => isOlder(version, '4.2.67'))).toEqual([])
    expect(['4.2.67-rc.1', '4.2.9', '3.99.99'].filter((version) => isOlder(version, '4.2.67'))).toHaveLength(3)
  })

  it('refuse a lock that names a host or lacks a fingerprint', () => {
    expect(checkLock(lock)).toEqual([])
    const hosted = { packages: { 'node_modules/a': { resolved: 'https://registre.invalid/a.tgz', integrity }, 'node_modules/b': {} } }
    expect(checkLock(hosted)).toEqual(['package-lock.json : node_modules/a nomme un hôte', 'package-lock.json : node_modules/b n’a pas d’empreinte sha512'])
  })

  it('refuse an install script that nobody decided or explained', () => {
    expect(checkScripts(lock, {}, '')).toEqual(['package.json : allowScripts ne décide rien pour deep'])
    expect(checkScripts(lock, { deep: true }, '')).toEqual(['docs/exploitation.md : le script d’installation de deep n’y est pas expliqué'])
    expect(checkScripts(lock, { deep: true }, '| `deep` | oui |')).toEqual([])
  })
})

describe('what is published', () => {
  it('NET-10 the repository obeys every rule: licences, floors, fingerprints, no host, install scripts', () => {
    expect(checkSupply(repositoryRoot)).toEqual([])
  })

  const real = libraries(readLock(repositoryRoot))
  type Bom = { components: { 'bom-ref': string; hashes: { content: string }[] }[]; dependencies: { ref: string; dependsOn: string[] }[] }
  const bom = billOfMaterials(real, '1.0.0') as Bom

  it('the bill names every library once, with its fingerprint, and only links to what it names', () => {
    const refs = bom.components.map((component) => component['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    expect(refs).toContain(`pkg:npm/fastify@${real.find(({ name }) => name === 'fastify')!.version}`)
    for (const { hashes } of bom.components) expect(hashes[0]!.content).toMatch(/^[0-9a-f]{128}$/)
    expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([])
    expect(bom.dependencies.find(({ ref }) => ref.startsWith('pkg:npm/fastify@'))!.dependsOn.length).toBeGreaterThan(5)
    expect(billOfMaterials(real, '1.0.0')).toEqual(bom)
  })

  it('the licences said are those of the installed packages', () => {
    const page = licencesPage(real)
    for (const name of ['fastify', 'react', 'axe-core']) {
      const { version, license } = JSON.parse(readFileSync(join(repositoryRoot, 'node_modules', name, 'package.json'), 'utf8')) as Record<string, string>
      expect(page).toContain(`| ${name} | ${version} | ${license} |`)
    }
  })
})
