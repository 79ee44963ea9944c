import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../../server/src/platform/config/settings.ts'
import { repositoryRoot } from '../source-files.ts'

type Service = {
  image: string
  build?: string
  environment?: Record<string, string>
  env_file?: { path: string; required: boolean }[]
  ports?: string[]
  networks?: string[]
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
  security_opt?: string[]
  cap_drop?: string[]
  read_only?: boolean
  restart?: string
  stop_grace_period?: string
  deploy?: { replicas: number }
}
type Recipe = {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } } | null>
  volumes: Record<string, null>
}

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')
// Tags of Compose: `!reset` removes the value of the first file, `!override` replaces it.
const recipe = (path: string) =>
  parse(read(path), {
    customTags: [
      { tag: '!reset', collection: 'seq' },
      { tag: '!override', collection: 'seq' },
    ],
  }) as Recipe
const one = recipe('compose.yaml')
const several = recipe('deploy/compose.instances.yaml')
/** Result of `docker compose -f compose.yaml -f deploy/compose.instances.yaml`, for the fields checked here. */
const merged: Recipe = {
  services: {
    ...one.services,
    ...several.services,
    parvis: {
      ...one.services['parvis']!,
      ...several.services['parvis']!,
      environment: { ...one.services['parvis']!.environment, ...several.services['parvis']!.environment },
    },
  },
  networks: { ...one.networks, ...several.networks },
  volumes: { ...one.volumes, ...several.volumes },
}
const onStore = recipe('deploy/compose.stockage.yaml').services['parvis']!
/** Result with deploy/compose.stockage.yaml as the third file. */
const withStore: Recipe = {
  ...merged,
  services: {
    ...merged.services,
    parvis: { ...merged.services['parvis']!, ...onStore, environment: { ...merged.services['parvis']!.environment, ...onStore.environment } },
  },
}
const known: string[] = settings.map(({ name }) => name)

test.each([
  ['compose.yaml', one],
  ['with deploy/compose.instances.yaml', merged],
  ['with deploy/compose.stockage.yaml', withStore],
])('%s names only what exists', (_, { services, networks, volumes }) => {
  for (const [name, service] of Object.entries(services)) {
    expect([name, service.image]).toEqual([name, expect.stringMatching(/^[a-z]+:\d[\w.-]*$/)])
    for (const network of service.networks ?? []) expect(Object.keys(networks)).toContain(network)
    for (const other of Object.keys(service.depends_on ?? {})) expect(Object.keys(services)).toContain(other)
    for (const volume of service.volumes ?? []) {
      const source = volume.split(':')[0]!
      if (source.startsWith('./')) expect([source, existsSync(join(repositoryRoot, source))]).toEqual([source, true])
      else expect(Object.keys(volumes)).toContain(source)
    }
  }
  expect(Object.keys(services['parvis']!.environment!).filter((name) => !known.includes(name))).toEqual([])
})

test.each([
  ['compose.yaml', one],
  ['with deploy/compose.instances.yaml', merged],
  ['with deploy/compose.stockage.yaml', withStore],
])('%s holds no secret, restarts, is watched, and gives no more right than needed', (_, { services }) => {
  for (const [name, service] of Object.entries(services)) {
    for (const [key, value] of Object.entries(service.environment ?? {}))
      if (/password|secret|token|key|url/i.test(key) && /password|secret|:\/\/[^/]*:[^/]*@/i.test(`${key}=${value}`))
        expect([key, value]).toEqual([key, expect.stringMatching(/\$\{[A-Z0-9_]+:\?/)])
    expect([name, service.restart, service.security_opt]).toEqual([name, 'unless-stopped', ['no-new-privileges:true']])
    // The application's image contains its own health check.
    if (service.build === undefined) expect([name, service.healthcheck?.test[0]]).toEqual([name, 'CMD'])
    for (const { condition } of Object.values(service.depends_on ?? {})) expect(condition).toBe('service_healthy')
  }
  expect(services['parvis']).toMatchObject({ build: '.', read_only: true, cap_drop: ['ALL'], env_file: [{ path: '.env', required: false }] })
  expect(services['base']!.ports).toBeUndefined()
  expect(services['base']!.networks).toEqual(['interne'])
})

test('the database is reached from the inside only, as its own health says it is called', () => {
  expect(one.networks['interne']).toEqual({ internal: true })
  const { POSTGRES_USER: user, POSTGRES_DB: name } = one.services['base']!.environment!
  expect(one.services['parvis']!.environment!['DATABASE_URL']).toMatch(new RegExp(`^postgres://${user}:\\$\\{POSTGRES_PASSWORD:\\?[^}]+\\}@base:5432/${name}$`))
  expect(one.services['base']!.healthcheck!.test).toEqual(['CMD', 'pg_isready', `--username=${user}`, `--dbname=${name}`])
})

test('ports and folders are those of the image; replies have the time to end', () => {
  const dockerfile = read('Dockerfile')
  const { environment, ports, volumes, stop_grace_period } = one.services['parvis']!
  expect(dockerfile).toContain(` PORT=${environment!['PORT']} `)
  expect(ports).toEqual([`127.0.0.1:${environment!['PORT']}:${environment!['PORT']}`])
  expect(dockerfile).toContain(`VOLUME ${JSON.stringify(volumes!.map((volume) => volume.split(':')[1])).replace(',', ', ')}`)
  expect(volumes).toContain(`donnees:${environment!['PARVIS_DATA_DIR']}`)
  expect(Number.parseInt(stop_grace_period!, 10)).toBeGreaterThan(20)
})

test('several instances: only the proxy is published, its addresses alone are believed, it leads to all of them', () => {
  const { parvis, mandataire, base } = merged.services
  expect(parvis!.deploy!.replicas).toBeGreaterThan(1)
  expect([parvis!.ports, base!.ports]).toEqual([[], undefined])
  expect(parvis!.environment!['TRUST_PROXY']).toBe(several.networks['dehors']!.ipam!.config[0]!.subnet)
  expect(mandataire!.networks).toEqual(['dehors'])
  const site = read('deploy/Caddyfile.instances')
  expect(site).toContain('name parvis\n')
  expect(site).toContain(`port ${parvis!.environment!['PORT']}\n`)
  expect(site).toContain('{$PARVIS_DOMAINE}')
  expect(Object.keys(mandataire!.environment!)).toEqual(['PARVIS_DOMAINE'])
})

test('several instances on an object store share no folder, and ask for all that they must have in common', () => {
  expect(onStore.volumes).toEqual(['sauvegardes:/sauvegardes'])
  const common = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'PARVIS_SECRET', 'SMTP_URL']
  expect(onStore.environment).toEqual(Object.fromEntries(common.map((name) => [name, `\${${name}:?Ajoutez ${name} à .env}`])))
})
