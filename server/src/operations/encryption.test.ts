import { randomBytes } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openFolder } from '../testing/folder.ts'
import { createKey, createDecryption, createEncryption } from './encryption.ts'

const none = { keys: [], passphrase: null, identityFile: null }
const content = randomBytes(300_000)
const dir = openFolder('cle')

async function seal(settings: Parameters<typeof createEncryption>[0]): Promise<string> {
  const file = path.join(dir, `${randomBytes(4).toString('hex')}.tar.gz`)
  await writeFile(file, await buffer(Readable.from(createEncryption(settings)!(Readable.from([content.subarray(0, 100_000), content.subarray(100_000)])))))
  return file
}

const unseal = async (file: string, settings: Parameters<typeof createDecryption>[1]) =>
  buffer(Readable.from((await createDecryption(file, settings))(Readable.from([await readFile(file)]))))

test('what is sealed for two keys is opened by either, by no other, and not without', async () => {
  const files = [0, 1, 2].map((nth) => path.join(dir, `cle-${nth}`))
  const [first, second] = await Promise.all(files.map(createKey))
  const sealed = await seal({ ...none, keys: [first!, second!] })
  expect((await readFile(sealed)).includes(content.subarray(0, 64))).toBe(false)
  for (const identityFile of files.slice(0, 2)) expect((await unseal(sealed, { ...none, identityFile })).equals(content)).toBe(true)
  await expect(unseal(sealed, { ...none, identityFile: files[2]! })).rejects.toThrow('ne s’ouvre pas avec cette clé')
  await expect(unseal(sealed, none)).rejects.toThrow('est chiffrée')
})

test('a phrase seals and opens; another one does not', { timeout: 60_000 }, async () => {
  const sealed = await seal({ ...none, passphrase: 'cinq mots que personne ne dit' })
  expect((await unseal(sealed, { ...none, passphrase: 'cinq mots que personne ne dit' })).equals(content)).toBe(true)
  await expect(unseal(sealed, { ...none, passphrase: 'cinq mots que tout le monde dit' })).rejects.toThrow('ne s’ouvre pas')
})

test('one byte changed or the end missing is no backup', async () => {
  const identityFile = path.join(dir, 'cle-entiere')
  const sealed = await seal({ ...none, keys: [await createKey(identityFile)] })
  const bytes = await readFile(sealed)
  const changed = Buffer.from(bytes)
  changed[bytes.length - 1_000]! ^= 1
  for (const broken of [changed, bytes.subarray(0, -70_000)]) {
    await writeFile(sealed, broken)
    await expect(unseal(sealed, { ...none, identityFile })).rejects.toThrow(/tag|length|chunk|stream|ChaCha/i)
  }
})

test('a secret key is for its owner alone, and replaces nothing', async () => {
  const file = path.join(dir, 'cle-unique')
  const key = await createKey(file)
  expect(key).toMatch(/^age1[02-9ac-hj-np-z]{58}$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await expect(createKey(file)).rejects.toThrow('ne doit pas exister')
})

test('a key with a fault, a file without a key and none at all are said', async () => {
  expect(() => createEncryption({ ...none, keys: [`age1${'q'.repeat(58)}`] })).toThrow('BACKUP_KEYS')
  const sealed = await seal({ ...none, keys: [await createKey(path.join(dir, 'cle-bonne'))] })
  await writeFile(path.join(dir, 'vide'), '# rien\n')
  await expect(unseal(sealed, { ...none, identityFile: path.join(dir, 'vide') })).rejects.toThrow('ne contient pas de clé secrète')
  await expect(unseal(sealed, { ...none, identityFile: path.join(dir, 'absent') })).rejects.toThrow('ne se lit pas')
})

test('a backup that is not sealed is read as it is, whatever the settings', async () => {
  const file = path.join(dir, 'en-clair')
  await writeFile(file, content)
  expect(createEncryption(none)).toBeNull()
  expect((await unseal(file, { ...none, passphrase: 'cinq mots que personne ne dit' })).equals(content)).toBe(true)
})
