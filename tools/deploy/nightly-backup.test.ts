import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { repositoryRoot } from '../source-files.ts'

// Tests deploy/sauvegarde.sh with a fake backup that only creates a file. The real one is tested in e2e/administration/operations.e2e.ts.
const script = join(repositoryRoot, 'deploy/sauvegarde.sh')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parvis-nuit-'))
  mkdirSync(join(folder, 'code/node_modules/node/bin'), { recursive: true })
  mkdirSync(join(folder, 'sauvegardes'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs the script of one night. `backup` replaces the backup command. */
function night(backup: string, days: string[] = []) {
  const node = join(folder, 'code/node_modules/node/bin/node')
  writeFileSync(node, `#!/bin/sh\n${backup}\n`)
  chmodSync(node, 0o755)
  return spawnSync('sh', [script, join(folder, 'sauvegardes'), ...days], { cwd: join(folder, 'code'), encoding: 'utf8' })
}

function old(name: string, days: number) {
  const file = join(folder, 'sauvegardes', name)
  writeFileSync(file, name)
  const then = Date.now() / 1_000 - days * 86_400
  utimesSync(file, then, then)
}

const kept = () => readdirSync(join(folder, 'sauvegardes')).sort()

test('a dated file is made, readable by its owner only; those that are too old go, and nothing else', () => {
  old('parvis-2026-01-01-021500.tar.gz', 40)
  old('parvis-2026-02-01-021500.tar.gz', 20)
  old('effacements.ndjson', 400)
  old('autre.tar.gz', 400)
  const { status, stderr } = night('[ "$1" = server/src/backup.ts ] && echo fait > "$2"')
  expect([status, stderr]).toEqual([0, ''])
  const made = kept().find((name) => /^parvis-\d{4}-\d\d-\d\d-\d{6}\.tar\.gz$/.test(name) && name !== 'parvis-2026-02-01-021500.tar.gz')!
  expect(kept()).toEqual(['autre.tar.gz', 'effacements.ndjson', 'parvis-2026-02-01-021500.tar.gz', made].sort())
  expect(execFileSync('stat', ['-c', '%a', join(folder, 'sauvegardes', made)], { encoding: 'utf8' }).trim()).toBe('600')
  night('echo fait > "$2"', ['10'])
  expect(kept()).not.toContain('parvis-2026-02-01-021500.tar.gz')
})

test('a backup that fails is told, and takes none of the old ones', () => {
  old('parvis-2026-01-01-021500.tar.gz', 400)
  expect(night('exit 1').status).toBe(1)
  expect(kept()).toEqual(['parvis-2026-01-01-021500.tar.gz'])
})

test('the unit runs it where the folder it names is its own; the timer starts the unit', () => {
  const unit = readFileSync(join(repositoryRoot, 'deploy/parvis-sauvegarde.service'), 'utf8')
  const [, path, target] = /^ExecStart=\/bin\/sh (\S+) (\S+) \d+$/m.exec(unit)!
  expect(join(repositoryRoot, path!)).toBe(script)
  expect(unit).toMatch(new RegExp(`^StateDirectory=.*\\b${target!.replace('/var/lib/', '')}$`, 'm'))
  const server = readFileSync(join(repositoryRoot, 'deploy/parvis.service'), 'utf8')
  for (const line of ['User=parvis', 'WorkingDirectory=/opt/parvis', 'Environment=PARVIS_DATA_DIR=/var/lib/parvis', 'EnvironmentFile=-/etc/parvis.env'])
    expect([unit.includes(`\n${line}\n`), server.includes(`\n${line}\n`)]).toEqual([true, true])
  const timer = readFileSync(join(repositoryRoot, 'deploy/parvis-sauvegarde.timer'), 'utf8')
  expect(timer).toMatch(/^OnCalendar=/m)
  expect(timer).toContain('\nPersistent=true\n')
})

test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('systemd finds nothing to say of the units', () => {
  const code = join(folder, 'code')
  for (const name of ['parvis.service', 'parvis-sauvegarde.service', 'parvis-sauvegarde.timer']) {
    // The programs and folders of /opt/parvis do not exist on this machine.
    const unit = readFileSync(join(repositoryRoot, 'deploy', name), 'utf8').replaceAll('/opt/parvis/node_modules/node/bin/node', process.execPath)
    writeFileSync(join(code, name), unit)
  }
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', 'parvis.service', 'parvis-sauvegarde.service', 'parvis-sauvegarde.timer'], {
    cwd: code,
    encoding: 'utf8',
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${code}:` },
  })
  expect([status, stderr.trim()]).toEqual([0, ''])
})
