import { afterEach, expect, test } from 'vitest'
import { createClamd } from './clamd.ts'
import { eicar, sizeExceeded, startFakeClamd, type FakeClamd } from '../../testing/fakes/fake-clamd.ts'

let clamd: FakeClamd | null = null
afterEach(() => clamd?.close())
const scannerOf = async (answer?: string | null, silence?: { sending: number; looking: number }) => {
  clamd = await startFakeClamd(answer)
  return createClamd(clamd.address, 'refuse', silence)
}
async function* pieces(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield Buffer.from(part)
}

test('a file is sent whole, whatever its pieces, and found clean', async () => {
  const scanner = await scannerOf()
  const large = Buffer.alloc(3_000_000, 'abcdefghi')
  expect(await scanner.scan(pieces('début ', large, ' fin'))).toBe('clean')
  expect(clamd!.seen).toEqual([Buffer.concat([Buffer.from('début '), large, Buffer.from(' fin')])])
})

test('FIC-12: an infected file is known', async () => {
  expect(await (await scannerOf()).scan(pieces('texte ', eicar))).toBe('infected')
})

test('a file larger than what it takes is no verdict on it', async () => {
  expect(await (await scannerOf(sizeExceeded)).scan(pieces('x'))).toBe('too_large')
})

test.each(['UNKNOWN COMMAND', 'stream: OK?', ''])('the answer « %s » is no verdict', async (answer) => {
  await expect((await scannerOf(answer)).scan(pieces('x'))).rejects.toThrow('antivirus could not look')
})

test('a scanner that says nothing, or is not there, is down', async () => {
  await expect((await scannerOf(null, { sending: 200, looking: 200 })).scan(pieces('x'))).rejects.toThrow('antivirus silent')
  const { address } = clamd!
  await clamd!.close()
  clamd = null
  await expect(createClamd(address, 'refuse').scan(pieces('x'))).rejects.toThrow(/ECONNREFUSED/)
})

test('a file that it has whole is waited for longer', async () => {
  const asked = Date.now()
  await expect((await scannerOf(null, { sending: 100, looking: 500 })).scan(pieces('x'))).rejects.toThrow('antivirus silent')
  expect(Date.now() - asked).toBeGreaterThanOrEqual(490)
})

test('a file larger than what it takes is known, though it closes while the rest is being sent', async () => {
  clamd = await startFakeClamd(undefined, 2 ** 20)
  // A piece leaves between what the scanner says and the moment when that is read.
  const large = async function* () {
    for (let piece = 0; piece < 128; piece += 1) {
      yield Buffer.alloc(64 * 1024)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  for (let turn = 0; turn < 20; turn += 1) expect(await createClamd(clamd.address, 'accept').scan(large())).toBe('too_large')
  expect(await createClamd(clamd.address, 'accept').scan(pieces('x'))).toBe('clean')
})

test('a file whose reading fails is not taken for one that was looked at', async () => {
  const broken = async function* () {
    yield Buffer.from('début')
    throw new Error('the disk is away')
  }
  await expect((await scannerOf()).scan(broken())).rejects.toThrow('the disk is away')
})
