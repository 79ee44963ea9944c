import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packDirectory, unpackDirectory } from './tarball.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'parvis-archive-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('the archive', () => {
  it('gives back files of any size, empty directories included', async () => {
    const source = join(root, 'source')
    mkdirSync(join(source, 'a', 'empty'), { recursive: true })
    const sizes = [0, 1, 511, 512, 513, 65_536, 200_001]
    for (const size of sizes) writeFileSync(join(source, 'a', `file-${size}`), Buffer.alloc(size, size % 251))
    await unpackDirectory(packDirectory(source), join(root, 'copy'))
    expect(existsSync(join(root, 'copy', 'a', 'empty'))).toBe(true)
    const changed = sizes.filter((size) => !readFileSync(join(root, 'copy', 'a', `file-${size}`)).equals(Buffer.alloc(size, size % 251)))
    expect(changed).toEqual([])
  })

  it('writes nothing outside its directory', async () => {
    mkdirSync(join(root, 'evil'))
    writeFileSync(join(root, 'evil', 'xx_outside'), 'x')
    const pieces: Buffer[] = []
    for await (const piece of packDirectory(join(root, 'evil'))) pieces.push(piece)
    const archive = Buffer.concat(pieces)
    archive.write('../outside', 0)
    await expect(unpackDirectory(Readable.from([archive]), join(root, 'target'))).rejects.toThrow('damaged archive')
    expect(existsSync(join(root, 'outside'))).toBe(false)
  })
})
