import { createReadStream, mkdirSync, openSync, closeSync, writeSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'

const BLOCK = 512
const FILE = 0x30
const DIRECTORY = 0x35

/**
 * The bytes of a tar archive (ustar) of a directory's files and subdirectories, read one piece at a time; names are
 * relative to it. Sockets and links are left out.
 */
export async function* packDirectory(root: string): AsyncGenerator<Buffer> {
  yield* packEntries(root, '')
  yield Buffer.alloc(2 * BLOCK)
}

async function* packEntries(root: string, prefix: string): AsyncGenerator<Buffer> {
  const entries = await readdir(join(root, prefix), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = prefix + entry.name
    if (entry.isDirectory()) {
      yield header(`${name}/`, 0, DIRECTORY)
      yield* packEntries(root, `${name}/`)
    } else if (entry.isFile()) {
      const { size } = await stat(join(root, name))
      yield header(name, size, FILE)
      for await (const piece of createReadStream(join(root, name))) yield piece as Buffer
      yield Buffer.alloc(padding(size))
    }
  }
}

/**
 * Writes the files of a tar archive below `root`, which is made when absent. Throws on an archive that is cut short or
 * damaged, and on a name that would leave `root`.
 */
export async function unpackDirectory(archive: AsyncIterable<Uint8Array>, root: string): Promise<void> {
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const pieces = archive[Symbol.asyncIterator]()
  const read = blockReader(pieces)
  while (true) {
    const block = await read(BLOCK)
    // To the very end, so that the decompressor verifies its own checksum.
    if (block.every((byte) => byte === 0)) return await drain(pieces)
    const name = block.toString('utf8', 0, block.indexOf(0))
    const path = resolve(root, name)
    if (!(path + sep).startsWith(resolve(root) + sep) || checksum(block) !== octal(block, 148, 8)) throw new Error('damaged archive')
    if (block[156] === DIRECTORY) mkdirSync(path, { recursive: true, mode: 0o700 })
    else await unpackFile(path, octal(block, 124, 12), read)
  }
}

type BlockReader = (size: number) => Promise<Buffer>

async function unpackFile(path: string, size: number, read: BlockReader): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(path, 'wx', 0o600)
  try {
    for (let left = size; left > 0;) {
      const piece = await read(Math.min(left, 128 * BLOCK))
      writeSync(file, piece)
      left -= piece.length
    }
  } finally {
    closeSync(file)
  }
  if (padding(size) > 0) await read(padding(size))
}

/** Reads exactly the asked number of bytes from a stream of pieces of any size. */
function blockReader(pieces: AsyncIterator<Uint8Array>): BlockReader {
  let pending: Buffer = Buffer.alloc(0)
  return async (size) => {
    const parts = [pending]
    for (let length = pending.length; length < size;) {
      const next = await pieces.next()
      if (next.done === true) throw new Error('archive cut short')
      parts.push(Buffer.from(next.value))
      length += next.value.length
    }
    const joined = parts.length === 1 ? pending : Buffer.concat(parts)
    pending = joined.subarray(size)
    return joined.subarray(0, size)
  }
}

async function drain(pieces: AsyncIterator<Uint8Array>): Promise<void> {
  while ((await pieces.next()).done !== true);
}

function header(name: string, size: number, type: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`name too long for the archive: ${name}`)
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0)
  block.write(type === DIRECTORY ? '0000700\0' : '0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write(`${'0'.repeat(11)}\0`, 136)
  block[156] = type
  block.write('ustar\x0000', 257)
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/** The sum of a header's bytes, its own field counted as spaces. */
function checksum(block: Buffer): number {
  return block.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0)
}

function octal(block: Buffer, at: number, length: number): number {
  return Number.parseInt(block.toString('latin1', at, at + length), 8)
}

function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK
}
