import { existsSync, linkSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { packTar } from 'modern-tar'
import { describe, expect, it } from 'vitest'
import { openFolder } from '../testing/folder.ts'
import { packDirectory, unpackDirectory } from './data-files.ts'

const root = openFolder('archive')

describe('the archive', () => {
  it('gives back files of any size, empty directories included, for their owner only', async () => {
    const source = join(root, 'source')
    mkdirSync(join(source, 'a', 'empty'), { recursive: true })
    const sizes = [0, 1, 511, 512, 513, 65_536, 200_001]
    for (const size of sizes) writeFileSync(join(source, 'a', `file-${size}`), Buffer.alloc(size, size % 251))
    await pipeline(packDirectory(source), unpackDirectory(join(root, 'copy')))
    expect(existsSync(join(root, 'copy', 'a', 'empty'))).toBe(true)
    const changed = sizes.filter((size) => !readFileSync(join(root, 'copy', 'a', `file-${size}`)).equals(Buffer.alloc(size, size % 251)))
    expect(changed).toEqual([])
    expect(['a', 'a/file-1'].map((name) => (statSync(join(root, 'copy', name)).mode & 0o777).toString(8))).toEqual(['700', '600'])
  })

  it('keeps long names and both names of a file, and leaves links out', async () => {
    const source = join(root, 'names')
    const names = ['second', `${'é'.repeat(100)}.txt`]
    mkdirSync(source)
    for (const name of names.slice(1)) writeFileSync(join(source, name), name)
    linkSync(join(source, names[1]!), join(source, 'second'))
    symlinkSync('/etc/passwd', join(source, 'link'))
    await pipeline(packDirectory(source), unpackDirectory(join(root, 'names-copy')))
    expect(readdirSync(join(root, 'names-copy')).toSorted()).toEqual(names.toSorted())
    for (const name of names) expect(readFileSync(join(root, 'names-copy', name), 'utf8')).toBe(names[1])
  })

  it('says when a directory to pack is not there', async () => {
    await expect(buffer(packDirectory(join(root, 'absent')))).rejects.toThrow('ENOENT')
  })

  const file = { name: 'file', size: 1, type: 'file' } as const
  it.each<[string, string, Parameters<typeof packTar>[0], (archive: Uint8Array) => Uint8Array]>([
    ['that writes outside its directory', 'outside extraction directory', [{ header: { ...file, name: '../outside' }, body: 'x' }], (whole) => whole],
    ['with a link', 'neither a file', [{ header: { name: 'link', size: 0, type: 'symlink', linkname: 'file' } }], (whole) => whole],
    ['with a hard link to what is outside', 'outside', [{ header: { name: 'link', size: 0, type: 'link', linkname: '../secret' } }], (whole) => whole],
    ['with a hard link to an absolute name', 'outside', [{ header: { name: 'link', size: 0, type: 'link', linkname: '/etc/hostname' } }], (whole) => whole],
    ['with a device', 'neither a file', [{ header: { name: 'device', size: 0, type: 'character-device' } }], (whole) => whole],
    ['cut in a file', 'truncated', [{ header: file, body: 'x' }], (whole) => whole.subarray(0, 600)],
    ['cut before its end', 'truncated', [{ header: file, body: 'x' }], (whole) => whole.subarray(0, 1024)],
    ['whose heading changed', 'checksum', [{ header: file, body: 'x' }], (whole) => whole.fill(0x41, 0, 2)],
    ['followed by something else', 'Invalid EOF', [{ header: file, body: 'x' }], (whole) => Buffer.concat([whole, Buffer.alloc(512, 1)])],
  ])('refuses an archive %s', async (_, reason, entries, change) => {
    const archive = change(await packTar(entries))
    mkdirSync(join(root, 'target'), { recursive: true })
    await expect(pipeline([archive], unpackDirectory(join(root, 'target')))).rejects.toThrow(reason)
    expect(existsSync(join(root, 'outside'))).toBe(false)
    expect(readdirSync(join(root, 'target')).filter((name) => name !== 'file')).toEqual([])
  })
})
