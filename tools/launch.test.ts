import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { repositoryRoot } from './source-files.ts'

// The launcher is tested from outside on a tiny project, with a fake npm that records its calls and « installs » the running Node, a fake vite and a fake
// server.

let project = ''

const fakes: Record<string, string> = {
  'package.json': '{ "workspaces": ["web"] }',
  'package-lock.json': '{ "packages": { "": {}, "node_modules/left": { "version": "1.0.0" } } }',
  'tsconfig.base.json': '{}',
  'web/package.json': '{}',
  'web/main.ts': 'one',
  'contract/index.ts': 'one',
  'server/src/prepare.ts':
    "require('fs').appendFileSync('prepare.log', 'prepared\\n'); if (process.env.PREPARATION_FAILS) process.exit(1); if (process.env.PREPARATION_LASTS) { console.error('preparing'); setInterval(() => {}, 1000) }",
  'npm.js': `
    const { mkdirSync, symlinkSync, writeFileSync, appendFileSync } = require('node:fs')
    appendFileSync('npm.log', process.argv.slice(2).join(' ') + '\\n')
    if (process.env.NPM_FAILS) { console.error('npm error network'); process.exit(1) }
    mkdirSync('node_modules/node/bin', { recursive: true })
    mkdirSync('node_modules/vite/bin', { recursive: true })
    symlinkSync(process.execPath, 'node_modules/node/bin/node')
    writeFileSync('node_modules/vite/bin/vite.js', "const fs = require('fs'); fs.appendFileSync('../vite.log', 'built\\\\n'); const out = process.argv[process.argv.indexOf('--outDir') + 1]; fs.mkdirSync(out, { recursive: true }); fs.writeFileSync(out + '/index.html', fs.readFileSync('main.ts')); if (process.env.BUILD_FAILS) process.exit(1); console.log('vite says')")`,
  'server/src/main.ts': `
    const keep = setInterval(() => {}, 1000)
    process.on('SIGTERM', () => { console.log('closing'); setTimeout(() => { console.log('closed'); clearInterval(keep) }, 200) })
    console.log('ready ' + process.argv.slice(2).join(' ') + (process.env.PARVIS_MODE ?? ''))
    if (process.env.EXIT) process.exit(Number(process.env.EXIT))`,
}

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'parvis-launch-'))
  for (const [path, text] of Object.entries(fakes)) write(path, text)
  for (const path of ['tools/launch.mjs', 'tools/launch']) cpSync(join(repositoryRoot, path), join(project, path), { recursive: true })
})

afterEach(() => rmSync(project, { recursive: true, force: true }))

describe('first and next runs', () => {
  test('installs and builds once, then does neither', async () => {
    const first = await launch(['start', 'a', 'b'], { EXIT: '0' })
    expect(first.stdout).toBe('ready a b\n')
    expect(first.stderr).toContain('Installation des dépendances')
    expect(first.stderr).toContain('vite says')
    const second = await launch(['start'], { EXIT: '0' })
    expect(second).toMatchObject({ code: 0, stderr: '' })
    expect(calls('npm.log')).toEqual(['ci --include=dev --no-audit --no-fund --loglevel=error'])
    expect(calls('vite.log')).toEqual(['built'])
    expect(calls('prepare.log')).toEqual(['prepared'])
  })

  test('a changed lock installs again, changed sources build again', async () => {
    await launch(['start'], { EXIT: '0' })
    write('contract/index.ts', 'two')
    await launch(['build'])
    expect(calls('vite.log')).toHaveLength(2)
    rmSync(join(project, 'node_modules/node'), { recursive: true })
    write('package-lock.json', '{ "packages": {} }')
    await launch(['build'])
    expect(calls('npm.log')).toHaveLength(2)
  })

  test('a database is prepared beside a build, and whenever one is asked for: an installation has taken it away', async () => {
    await launch(['start'], { EXIT: '0' })
    await launch(['start'], { EXIT: '0' })
    expect(calls('prepare.log')).toHaveLength(1)
    await launch(['build'])
    expect([calls('vite.log').length, calls('prepare.log').length]).toEqual([1, 2])
  })

  test('an order to stop while it is prepared starts nothing', async () => {
    const { child, result } = begin(['start'], { PREPARATION_LASTS: '1' })
    await new Promise<void>((resolve) => child.stderr?.on('data', (chunk) => String(chunk).includes('preparing') && resolve()))
    child.kill('SIGTERM')
    expect(await result).toMatchObject({ code: 1, stdout: '' })
  })

  test('a database that cannot be prepared is said, and stops nothing', async () => {
    const { code, stdout, stderr } = await launch(['start'], { EXIT: '0', PREPARATION_FAILS: '1' })
    expect([code, stdout]).toEqual([0, 'ready \n'])
    expect(stderr).toContain('un premier démarrage fera la sienne')
  })

  test('a build takes its place at once, and a failed one leaves the page that was there', async () => {
    await launch(['start'], { EXIT: '0' })
    write('web/main.ts', 'two')
    expect((await launch(['build'], { BUILD_FAILS: '1' })).code).toBe(1)
    expect(readFileSync(join(project, 'web/dist/index.html'), 'utf8')).toBe('one')
    await launch(['build'])
    expect(readFileSync(join(project, 'web/dist/index.html'), 'utf8')).toBe('two')
    expect(readdirSync(join(project, 'web')).toSorted()).toEqual(['dist', 'main.ts', 'package.json'])
  })

  test('what a developer installed with npm is taken as it is', async () => {
    await launch(['start'], { EXIT: '0' })
    rmSync(join(project, 'node_modules/.parvis-stamp'))
    write('node_modules/.package-lock.json', '{ "packages": { "node_modules/left": { "version": "1.0.0" } } }')
    await launch(['start'], { EXIT: '0' })
    expect(calls('npm.log')).toHaveLength(1)
    write('node_modules/.package-lock.json', '{ "packages": { "node_modules/left": { "version": "0.9.0" } } }')
    rmSync(join(project, 'node_modules/.parvis-stamp'))
    rmSync(join(project, 'node_modules/node'), { recursive: true })
    await launch(['start'], { EXIT: '0' })
    expect(calls('npm.log')).toHaveLength(2)
  })

  test('a failed installation says why and starts nothing', async () => {
    const { code, stdout, stderr } = await launch(['start'], { NPM_FAILS: '1' })
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain('npm error network')
    expect(stderr).toContain('n’ont pas pu être installées')
    expect(existsSync(join(project, 'node_modules/.parvis-stamp'))).toBe(false)
  })
})

describe('the child', () => {
  test('keeps its exit code', async () => expect((await launch(['start'], { EXIT: '7' })).code).toBe(7))

  test('SIGTERM reaches the server and the launcher leaves after it', async () => {
    const { child, result } = begin(['start'], {})
    await said(child, 'ready')
    child.kill('SIGTERM')
    expect(await result).toMatchObject({ code: 0, stdout: 'ready \nclosing\nclosed\n' })
  })

  test('the copies of one order reach the server once', async () => {
    const { child, result } = begin(['start'], {})
    await said(child, 'ready')
    child.kill('SIGTERM')
    await said(child, 'closing')
    child.kill('SIGTERM')
    child.kill('SIGINT')
    expect(await result).toMatchObject({ code: 0, stdout: 'ready \nclosing\nclosed\n' })
  })

  test('npm stopped through its shell stops the server too', async () => {
    const { child, result } = begin(['start'], { npm_lifecycle_event: 'start' }, 'sh')
    await said(child, 'ready')
    child.kill('SIGTERM')
    expect((await result).stdout).toBe('ready \nclosing\nclosed\n')
  })

  test('a server killed outright gives 128 + 9', async () => {
    write('server/src/main.ts', "process.kill(process.pid, 'SIGKILL')")
    expect((await launch(['start'])).code).toBe(137)
  })
})

test('an unknown command lists the commands', async () => {
  const { code, stderr } = await launch(['demarrer'])
  expect(code).toBe(2)
  expect(stderr).toContain('start, dev, build, check, test')
})

type Result = { code: number | null; stdout: string; stderr: string }

function launch(args: string[], env: Record<string, string> = {}): Promise<Result> {
  return begin(args, env).result
}

function begin(args: string[], env: Record<string, string>, by: 'node' | 'sh' = 'node'): { child: ChildProcess; result: Promise<Result> } {
  const words = [process.execPath, 'tools/launch.mjs', ...args]
  const [command = '', ...rest] = by === 'sh' ? ['sh', '-c', `${words.join(' ')}; true`] : words
  const child = spawn(command, rest, {
    cwd: project,
    env: { PATH: process.env['PATH'], npm_execpath: join(project, 'npm.js'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const heard = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => (heard.stdout += chunk))
  child.stderr?.on('data', (chunk) => (heard.stderr += chunk))
  return { child, result: new Promise((resolve) => child.on('close', (code) => resolve({ code, ...heard }))) }
}

function said(child: ChildProcess, word: string): Promise<void> {
  return new Promise((resolve) => child.stdout?.on('data', (chunk) => String(chunk).includes(word) && resolve()))
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

function calls(log: string): string[] {
  return readFileSync(join(project, log), 'utf8').trimEnd().split('\n')
}
