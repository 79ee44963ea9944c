import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics } from '../../server/src/platform/metrics.ts'
import { settings } from '../../server/src/platform/config/settings.ts'
import { serverEnv, serverOptions, serverScript } from '../launch/server.mjs'
import { repositoryRoot } from '../source-files.ts'

// The files that an operator copies (deploy/) must only name existing paths and options.

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')
const known: string[] = settings.map(({ name }) => name)

test('the unit starts the server as npm start does, with settings that exist', () => {
  const unit = read('deploy/parvis.service')
  expect(existsSync(join(repositoryRoot, serverScript))).toBe(true)
  expect(unit).toContain(`\nExecStart=/opt/parvis/node_modules/node/bin/node ${[...serverOptions, serverScript].join(' ')}\n`)
  const given = Object.fromEntries([...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]))
  expect(given).toEqual({ PARVIS_DATA_DIR: '/var/lib/parvis', ...serverEnv, NODE_COMPILE_CACHE: '/var/cache/parvis' })
  expect(unit).toContain('\nCacheDirectory=parvis\n')
  expect(known).toContain('PARVIS_DATA_DIR')
  for (const line of ['NoNewPrivileges=true', 'ProtectSystem=strict', 'User=parvis', 'Restart=on-failure']) expect(unit).toContain(`\n${line}\n`)
  expect(unit).toMatch(/^MemoryMax=\d+G$/m)
  // The document-reading process starts in these two namespaces.
  expect(unit).toContain('\nRestrictNamespaces=user net\n')
})

test('the unit of one instance among several is that of an instance alone, with a port and a folder of its own', () => {
  const body = (path: string) =>
    read(path)
      .split('\n')
      .filter((line) => !line.startsWith('#'))
  const [alone, several] = [body('deploy/parvis.service'), body('deploy/parvis@.service')]
  const own = several.filter((line) => !alone.includes(line))
  expect(own).toEqual(['Description=Parvis, port %i', 'StateDirectory=parvis/%i', 'Environment=PARVIS_DATA_DIR=/var/lib/parvis/%i', 'Environment=PORT=%i'])
  expect(several).toHaveLength(alone.length + 1)
})

test.each(['deploy/nginx.conf', 'deploy/nginx.instances.conf'])('the nginx site %s keeps nothing back, and its settings exist', (path) => {
  const site = read(path)
  expect(site).toContain('proxy_buffering off;')
  expect(read('docs/exploitation.md')).toContain(`../${path}`)
  const named = ['PUBLIC_URL', 'TRUST_PROXY', 'MAX_UPLOAD_MB', 'LLM_TOTAL_TIMEOUT_MS']
  for (const name of named) expect(site).toContain(name)
  expect(known).toEqual(expect.arrayContaining(named))
  const defaultOf = (name: string) => Number(settings.find((setting) => setting.name === name)!.default)
  // The proxy must not limit or buffer request bodies: its error page would not be that of Parvis. The server limits their size.
  for (const line of ['client_max_body_size 0;', 'proxy_request_buffering off;']) {
    expect(site).toContain(line)
    expect(read('docs/exploitation.md')).toContain(line)
  }
  expect(Number(/proxy_read_timeout (\d+)s/.exec(site)![1]) * 1_000).toBeGreaterThan(defaultOf('LLM_TOTAL_TIMEOUT_MS'))
})

test('the Caddy sites keep nothing back, and their settings exist', () => {
  for (const path of ['deploy/Caddyfile', 'deploy/Caddyfile.instances']) {
    const site = read(path)
    expect(site, path).toContain('flush_interval -1')
    const named = [...site.matchAll(/\b[A-Z]+_[A-Z_]+\b/g)].map(([name]) => name).filter((name) => name !== 'PARVIS_DOMAINE')
    expect(known, path).toEqual(expect.arrayContaining(named))
    const defaultOf = (name: string) => Number(settings.find((setting) => setting.name === name)!.default)
    expect(site, path).not.toMatch(/request_body|max_size/)
    expect(named, path).toContain('MAX_UPLOAD_MB')
    expect(Number(/read_timeout (\d+)s/.exec(site)![1]) * 1_000, path).toBeGreaterThan(defaultOf('LLM_TOTAL_TIMEOUT_MS'))
    // In a Caddyfile, braces open at the end of a line and close on their own line.
    expect((site.match(/\{$/gm) ?? []).length, path).toBe((site.match(/^\s*\}$/gm) ?? []).length)
    expect(read('docs/exploitation.md'), path).toContain(`../${path}`)
  }
})

test('every metric of the alert rules and of the guide is one that the server gives', async () => {
  const metrics = createMetrics()
  metrics.watch({
    replies: { running: () => 0 },
    vectors: async () => null,
    searchEngine: async () => ({ serving: 'interne', is_filling: false }),
    queue: async () => [],
    areFilesUp: async () => true,
  })
  const given = [...(await metrics.text()).matchAll(/^# TYPE (parvis_\w+)/gm)].map(([, name]) => name!)
  for (const path of ['deploy/alertes.yml', 'docs/exploitation.md']) {
    const named = [...read(path).matchAll(/\bparvis_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
    expect(named.length, path).toBeGreaterThan(5)
    const unknown = named.filter((name) => !given.includes(name))
    expect(unknown, path).toEqual([])
  }
})
