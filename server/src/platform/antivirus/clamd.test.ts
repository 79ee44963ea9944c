import { afterEach, expect, test } from 'vitest'
import { createClamd } from './clamd.ts'
import { eicar, startFakeClamd } from '../../testing/fakes/fake-clamd.ts'
import type { FakeClamd } from '../../testing/fakes/fake-clamd.ts'

let clamd: FakeClamd | null = null
afterEach(() => clamd?.close())
const scannerOf = async (answer?: string | null, silence?: number) => {
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

test.each(['INSTREAM size limit exceeded. ERROR', 'UNKNOWN COMMAND', ''])('the answer « %s » is no verdict', async (answer) => {
  await expect((await scannerOf(answer)).scan(pieces('x'))).rejects.toThrow('antivirus could not look')
})

test('a scanner that says nothing, or is not there, is down', async () => {
  await expect((await scannerOf(null, 200)).scan(pieces('x'))).rejects.toThrow('antivirus silent')
  const { address } = clamd!
  await clamd!.close()
  clamd = null
  await expect(createClamd(address, 'refuse').scan(pieces('x'))).rejects.toThrow(/ECONNREFUSED/)
})
