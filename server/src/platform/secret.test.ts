import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { openFolder } from '../testing/folder.ts'
import { readOrCreateSecret } from './create-file-once.ts'

const root = openFolder('secret')

it('AUT-10 is made once, of 256 bits, readable by its owner only, and stays', () => {
  const made = readOrCreateSecret(root, null)
  expect(made).toHaveLength(32)
  expect(statSync(path.join(root, 'secret')).mode & 0o777).toBe(0o600)
  expect(Buffer.from(readOrCreateSecret(root, null)).equals(made)).toBe(true)
  const elsewhere = mkdtempSync(path.join(root, 'autre-'))
  expect(Buffer.from(readOrCreateSecret(elsewhere, null)).equals(made)).toBe(false)
})

it('AUT-10 comes from the setting where there is one, and then leaves no file', () => {
  const dir = mkdtempSync(path.join(root, 'reglage-'))
  const setting = 'k9Zr-4tQw-7Ylp-2Vbn-8Xcd-5Mhj-1Sag'
  expect(readOrCreateSecret(dir, setting)).toHaveLength(32)
  expect(readOrCreateSecret(dir, setting)).toEqual(readOrCreateSecret(dir, setting))
  expect(() => readFileSync(path.join(dir, 'secret'))).toThrow('ENOENT')
})

it('a damaged file is refused with the name of the setting', () => {
  const dir = mkdtempSync(path.join(root, 'abime-'))
  writeFileSync(path.join(dir, 'secret'), 'secret')
  expect(() => readOrCreateSecret(dir, null)).toThrow('PARVIS_DATA_DIR')
})

it('is one secret for processes that share a folder and start together', async () => {
  const dir = mkdtempSync(path.join(root, 'ensemble-'))
  const module = JSON.stringify(new URL('./create-file-once.ts', import.meta.url).href)
  const script = `import(${module}).then(({ readOrCreateSecret }) => process.stdout.write(Buffer.from(readOrCreateSecret(${JSON.stringify(dir)}, null)).toString('hex')))`
  const run = promisify(execFile)
  const made = await Promise.all([1, 2, 3, 4].map(async () => (await run(process.execPath, ['-e', script])).stdout))
  expect(made).toEqual(Array.from({ length: 4 }, () => readFileSync(path.join(dir, 'secret'), 'utf8')))
  expect(readdirSync(dir)).toEqual(['secret'])
})
