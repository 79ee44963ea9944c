import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Antivirus } from '../../../platform/antivirus/clamd.ts'
import { createFileBlobs } from '../../../platform/blobs/file-blobs.ts'
import type { Context } from '../../../context.ts'
import { cleanFilename, receiveFile } from './receive-file.ts'

let dir: string
beforeAll(async () => void (dir = await mkdtemp(path.join(tmpdir(), 'parvis-receive-'))))
afterAll(() => rm(dir, { recursive: true, force: true }))

test.each([
  ['Délibération n°12.pdf', 'Délibération n°12.pdf'],
  ['De\u0301libe\u0301ration.pdf', 'Délibération.pdf'],
  ['../../etc/passwd.txt', '../../etc/passwd.txt'],
  ['a\0b\r\nc.txt', 'abc.txt'],
  ['  ', 'document'],
  ['📄 note.md', '📄 note.md'],
])('%j is kept as %j', (given, kept) => {
  expect(cleanFilename(given)).toBe(kept)
})

test('a name that is too long keeps its extension', () => {
  const kept = cleanFilename(`${'é'.repeat(400)}.docx`)
  expect(kept).toHaveLength(255)
  expect(kept.endsWith('.docx')).toBe(true)
})

test.each<[Antivirus['whenDown'], string]>([
  ['accept', 'kept'],
  ['refuse', 'documents.scan_unavailable'],
])('a file that a scanner which is down has not read is not left open (%s)', async (whenDown, fate) => {
  const scanned: Readable[] = []
  const scan = (content: Readable) => {
    scanned.push(content)
    return Promise.reject(new Error('nobody there'))
  }
  const context = {
    log: { warn() {} },
    extractor: { detect: () => 'txt' },
    antivirus: { whenDown, scan },
    blobs: createFileBlobs(dir),
  } as unknown as Context
  const part = { field: 'file', filename: 'a.txt', mimetype: 'text/plain', content: Readable.from([Buffer.from('texte')]) }
  const outcome = receiveFile(context, part, { take() {}, release() {}, end() {} }).then(
    () => 'kept',
    (error: { code: string }) => error.code,
  )
  expect(await outcome).toBe(fate)
  expect(scanned.map(({ destroyed }) => destroyed)).toEqual([true])
})

test('a refused file gives back what it has taken of the space of its person', async () => {
  const context = { extractor: { detect: () => null }, blobs: createFileBlobs(dir) } as unknown as Context
  const part = { field: 'file', filename: 'a.pdf', mimetype: 'application/pdf', content: Readable.from([Buffer.alloc(5_000), Buffer.alloc(5_000)]) }
  const given: number[] = []
  const claim = { take: (bytes: number) => void given.push(bytes), release: (bytes: number) => void given.push(-bytes), end() {} }
  await expect(receiveFile(context, part, claim)).rejects.toMatchObject({ code: 'documents.type_mismatch' })
  expect(given).toEqual([5_000, -5_000])
})
