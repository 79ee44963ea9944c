import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// Tests deploy/sauvegarde.sh after a night that was killed: back-up.ts writes to a temporary name of that night, which later nights do not reuse.
const script = path.resolve(import.meta.dirname, '../../deploy/sauvegarde.sh')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parvis-nuit-'))
  mkdirSync(path.join(folder, 'code/node_modules/node/bin'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

const backups = () => path.join(folder, 'sauvegardes')

function night(backup: string) {
  writeFileSync(path.join(folder, 'code/node_modules/node/bin/node'), `#!/bin/sh\n${backup}\n`, { mode: 0o755 })
  return spawnSync('sh', [script, backups()], { cwd: path.join(folder, 'code'), encoding: 'utf8' }).status
}

function leave(name: string, hours: number) {
  const file = path.join(backups(), name)
  writeFileSync(file, '')
  const then = Date.now() / 1_000 - hours * 3_600
  utimesSync(file, then, then)
}

test('what a killed backup left is taken away the next night, before it fills the disk; one under way is not', () => {
  mkdirSync(backups())
  leave('parvis-2026-01-01-021500.tar.gz.incomplet', 23.9)
  leave('parvis-2026-01-02-021500.tar.gz.incomplet', 2)
  leave('autre.incomplet', 400)
  expect(night('exit 1')).toBe(1)
  expect(readdirSync(backups()).toSorted()).toEqual(['autre.incomplet', 'parvis-2026-01-02-021500.tar.gz.incomplet'])
})

test('the first night makes its folder', () => {
  expect(night('mkdir "$(dirname "$2")" && echo fait > "$2"')).toBe(0)
  expect(readdirSync(backups())).toHaveLength(1)
})
