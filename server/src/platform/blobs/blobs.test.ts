import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeS3, type FakeS3Server } from '../../testing/fakes/fake-s3-server.ts'
import { freshFolder } from '../../testing/folder.ts'
import { isFullRun } from '../../testing/full-run.ts'
import { hasRadosgw, startRadosgw, type Radosgw } from '../../testing/object-store/radosgw.ts'
import type { S3Settings } from '../config/read-files.ts'
import { checkS3 } from './check-s3.ts'
import { createFileBlobs } from './file-blobs.ts'
import { createMovingBlobs } from './moving-blobs.ts'
import type { BlobStore } from './port.ts'
import { createS3Blobs } from './s3-blobs.ts'

const dir = freshFolder('blobs')
const runsRadosgw = isFullRun && hasRadosgw
let fake: FakeS3Server
let radosgw: Radosgw | null = null
beforeAll(async () => {
  fake = await startFakeS3('fichiers/')
  if (runsRadosgw) radosgw = await startRadosgw('fichiers/')
}, 60_000)
afterAll(() => Promise.all([fake.close(), radosgw?.remove()]))
beforeEach(() => {
  fake.fail(null)
  fake.setClock(0)
  fake.objects.clear()
  fake.requests.length = 0
})

const unknown = '00000000-0000-4000-8000-000000000000'
const temporaryDir = () => path.join(dir, 'en-cours')
/** Opens the fake store. @param answer response timeout, in milliseconds */
const onFake = (answer = 5_000) => createS3Blobs(fake.settings, temporaryDir(), { connect: answer, answer, idle: 2 * answer })

async function* pieces(...texts: (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}
async function* failing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half of it')
  throw new Error('the line broke')
}
const filesUnder = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name)
const listed = async (blobs: BlobStore, ageMs = -1_000) => (await Array.fromAsync(blobs.olderThan(ageMs))).flat()
const textOf = async (blobs: BlobStore, id: string, sha256?: string) => (await buffer((await blobs.read(id, sha256))!.content)).toString()

describe.each<[name: string, isHere: boolean, open: () => BlobStore]>([
  ['a folder', true, () => createFileBlobs(dir)],
  ['a store in memory', true, () => onFake()],
  ['radosgw', runsRadosgw, () => createS3Blobs({ ...radosgw!.settings, prefix: `${randomUUID()}/` }, temporaryDir())],
])('%s', (_name, isHere, open) => {
  beforeEach(({ skip }) => skip(!isHere, 'run in full, where radosgw is installed'))

  test('a stored file is read, opened by its path, and deleted', async () => {
    const blobs = open()
    const { id, size, sha256 } = await blobs.write(pieces('déli', 'bération'))
    expect([size, sha256]).toEqual([14, createHash('sha256').update('délibération').digest('hex')])
    expect((await blobs.read(id))?.size).toBe(14)
    expect(await textOf(blobs, id, sha256)).toBe('délibération')
    expect(await blobs.withPath(id, async (file) => (await readFile(file)).toString(), sha256)).toBe('délibération')
    expect(await blobs.stat(id)).toMatchObject({ size: 14 })
    await blobs.remove(id)
    await blobs.remove(id)
    expect([await blobs.read(id), await blobs.stat(id), await blobs.withPath(id, async () => 'never')]).toEqual([null, null, null])
    expect(await filesUnder(dir)).toEqual([])
  })

  test('reads back 24 MB and an empty file, byte for byte', async () => {
    const blobs = open()
    for (const bytes of [randomBytes(24 * 2 ** 20), Buffer.alloc(0)]) {
      const { id, sha256 } = await blobs.write(pieces(bytes))
      expect((await buffer((await blobs.read(id, sha256))!.content)).equals(bytes)).toBe(true)
      expect(await blobs.withPath(id, async (file) => (await readFile(file)).equals(bytes), sha256)).toBe(true)
    }
  })

  test('stores nothing when the stream fails or the inspection throws', async () => {
    const blobs = open()
    await expect(blobs.write(failing())).rejects.toThrow('the line broke')
    const refuse = async (file: string) => {
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      throw new Error(`refused ${(await readFile(file)).toString()}`)
    }
    await expect(blobs.write(pieces('virus'), refuse)).rejects.toThrow('refused virus')
    expect(await listed(blobs)).toEqual([])
    expect(await filesUnder(dir)).toEqual([])
  })

  test('lists the files older than an age, over all pages', async () => {
    const blobs = open()
    const ids: string[] = []
    for (let i = 0; i < (isFullRun ? 1_100 : 100); i += 50)
      ids.push(...(await Promise.all(Array.from({ length: 50 }, () => blobs.write(pieces('x'))))).map(({ id }) => id))
    expect(await listed(blobs, 60_000)).toEqual([])
    expect((await listed(blobs)).toSorted()).toEqual(ids.toSorted())
  })

  test('stores a local file under a given id', async () => {
    const blobs = open()
    const file = path.join(dir, 'local')
    await writeFile(file, 'le même')
    const { sha256 } = await blobs.put(unknown, file)
    expect(await textOf(blobs, unknown, sha256)).toBe('le même')
  })

  test('refuses an invalid id, which never becomes a path or a key', async () => {
    const blobs = open()
    await expect(blobs.read('../../etc/passwd')).rejects.toThrow(RangeError)
    await expect(blobs.withPath('..%2f', async () => {})).rejects.toThrow(RangeError)
  })

  test('refuses the path of a file with another digest, and fails its stream before the end', async () => {
    const blobs = open()
    const { id } = await blobs.write(pieces(randomBytes(300_000)))
    const other = createHash('sha256').update('other').digest('hex')
    await expect(blobs.withPath(id, async () => 'lent', other)).rejects.toMatchObject({ code: 'files.damaged' })
    const { content, size } = (await blobs.read(id, other))!
    let received = 0
    await expect(
      (async () => {
        for await (const chunk of content) received += (chunk as Buffer).length
      })(),
    ).rejects.toMatchObject({ code: 'files.damaged' })
    expect(received).toBeLessThan(size)
    expect(await filesUnder(path.join(dir, 'en-cours'))).toEqual([])
  })

  test('deletes only the temporary files that have not changed for an hour', async () => {
    await mkdir(temporaryDir(), { recursive: true })
    for (const name of ['old', 'new']) await writeFile(path.join(temporaryDir(), name), 'x')
    const yesterday = new Date(Date.now() - 24 * 3_600_000)
    await utimes(path.join(temporaryDir(), 'old'), yesterday, yesterday)
    await open().deleteUnfinished(3_600_000)
    expect(await filesUnder(dir)).toEqual(['new'])
  })
})

test('a store with a bucket is down when the database cannot give the location of the files', async () => {
  const readLocation = () => Promise.reject(new Error('the database is down'))
  expect(await createMovingBlobs({ folder: createFileBlobs(dir), s3: onFake(), readLocation }).isUp()).toBe(false)
})

describe('on radosgw', () => {
  const check = (settings: Partial<S3Settings> = {}, mark = randomUUID()) =>
    checkS3({ ...radosgw!.settings, prefix: `${randomUUID()}/`, ...settings }, mark, false)

  test.skipIf(!runsRadosgw)('the startup checks accept the right bucket and key only', async () => {
    expect(await check()).toMatchObject({ versions: false })
    await expect(check({ bucket: 'ailleurs' })).rejects.toThrow(/S3_BUCKET .*n’existe pas/)
    await expect(check({ accessKeyId: 'AUTRE' })).rejects.toThrow(/S3_ACCESS_KEY_ID/)
    await expect(check({ secretAccessKey: 'autre' })).rejects.toThrow(/S3_SECRET_ACCESS_KEY/)
    await check({ prefix: 'commun/' })
    await expect(check({ prefix: 'commun/' })).rejects.toThrow(/S3_BUCKET .*autre instance/)
  })

  test.skipIf(!runsRadosgw)('a store killed during an upload keeps nothing of the file', { timeout: 60_000 }, async () => {
    const blobs = createS3Blobs({ ...radosgw!.settings, prefix: `${randomUUID()}/` }, temporaryDir())
    const write = blobs.write(pieces(randomBytes(200 * 2 ** 20)))
    await expect.poll(async () => (await filesUnder(dir)).length, { timeout: 20_000 }).toBe(1)
    await setTimeout(1_500)
    await radosgw!.kill()
    await expect(write).rejects.toMatchObject({ code: 'files.unavailable' })
    await radosgw!.start()
    expect([await listed(blobs), await filesUnder(dir)]).toEqual([[], []])
  })
})

describe('failures of the store', () => {
  type Case = [fault: Parameters<FakeS3Server['fail']>[0], method?: string]
  const unavailable = { code: 'files.unavailable', status: 503 }
  const everyCall = (id: string): [name: string, call: (blobs: BlobStore) => Promise<unknown>][] => [
    ['read', async (blobs) => buffer((await blobs.read(id))!.content)],
    ['withPath', (blobs) => blobs.withPath(id, async () => 'lent')],
    ['stat', (blobs) => blobs.stat(id)],
    ['write', (blobs) => blobs.write(pieces('x'))],
    ['remove', (blobs) => blobs.remove(id)],
    ['olderThan', (blobs) => listed(blobs)],
  ]

  test.each<Case>([['503'], ['html-404'], ['no-bucket'], ['no-rights'], ['silent']])('%s is never taken for a missing file', async (fault) => {
    const { id } = await onFake().write(pieces('x'))
    fake.fail(fault)
    for (const [name, call] of everyCall(id)) await expect(call(onFake(200)), name).rejects.toMatchObject(unavailable)
  })

  test('a page of a proxy is an error of reads, writes and listings', async () => {
    const { id, sha256 } = await onFake().write(pieces('x'))
    fake.fail('html')
    const blobs = onFake()
    await expect(blobs.withPath(id, async () => 'lent', sha256)).rejects.toMatchObject(unavailable)
    await expect(blobs.write(pieces('x'))).rejects.toMatchObject(unavailable)
    await expect(listed(blobs)).rejects.toMatchObject(unavailable)
  })

  test('a 404 without the code NoSuchKey is not taken for a missing file', async () => {
    const { id } = await onFake().write(pieces('x'))
    fake.fail('html-404', { method: 'HEAD', times: 1 })
    await expect(onFake().stat(id)).rejects.toMatchObject(unavailable)
    fake.fail('html-404', { method: 'GET' })
    await expect(onFake().stat(unknown)).rejects.toMatchObject(unavailable)
  })

  test('sixty pages of a proxy leave no connection open', async () => {
    const blobs = onFake()
    const { id } = await blobs.write(pieces('x'))
    fake.fail('html')
    for (let at = 0; at < 60; at += 1) await expect(blobs.read(id)).rejects.toMatchObject(unavailable)
    fake.fail(null)
    expect(await textOf(blobs, id)).toBe('x')
  })

  test('a failure after the first page of a listing ends it with an error', async () => {
    for (let i = 0; i < 1_100; i += 1) fake.objects.set(`fichiers/${randomUUID()}`, { bytes: Buffer.alloc(1), at: new Date(0), metadata: {} })
    const pages: number[] = []
    const list = async () => {
      for await (const page of onFake().olderThan(0)) {
        pages.push(page.length)
        fake.fail('503')
      }
    }
    await expect(list()).rejects.toMatchObject(unavailable)
    expect(pages).toEqual([1_000])
  })

  test.each<Case>([['other-bytes'], ['short']])('%s: the digest refuses the content', async (fault) => {
    const blobs = onFake()
    const { id, sha256 } = await blobs.write(pieces('un texte'))
    fake.fail(fault)
    await expect(blobs.withPath(id, async () => 'lent', sha256)).rejects.toMatchObject({ code: 'files.damaged' })
    await expect(textOf(blobs, id, sha256)).rejects.toMatchObject({ code: 'files.damaged' })
    // Without a digest in the database, the digest of the store is compared.
    await expect(textOf(blobs, id)).rejects.toMatchObject({ code: 'files.damaged' })
  })

  test('an answer cut in the middle is an error, never a truncated file', async () => {
    const blobs = onFake()
    const { id } = await blobs.write(pieces(randomBytes(2 ** 20)))
    fake.fail('cut', { method: 'GET' })
    await expect(textOf(blobs, id)).rejects.toMatchObject(unavailable)
    await expect(blobs.withPath(id, async () => 'lent')).rejects.toMatchObject(unavailable)
    expect(await filesUnder(dir)).toEqual([])
  })

  test.each<Case>([
    ['cut', 'PUT'],
    ['503', 'PUT'],
    ['no-rights', 'GET'],
  ])('%s twice (%s): the upload is retried from the disk', async (fault, method) => {
    const bytes = randomBytes(2 ** 20)
    fake.fail(fault, { method: method!, times: 2 })
    const { id, sha256 } = await onFake().write(pieces(bytes))
    fake.fail(null)
    expect((await buffer((await onFake().read(id, sha256))!.content)).equals(bytes)).toBe(true)
  })

  test('a write that the store accepts but does not keep is an error', async () => {
    fake.fail('forgets')
    await expect(onFake().write(pieces('x'))).rejects.toMatchObject(unavailable)
  })

  test('a silent store is down, even with a response timeout of an hour', async () => {
    const blobs = onFake(3_600_000)
    expect(await blobs.isUp()).toBe(true)
    fake.fail('silent')
    expect(await blobs.isUp()).toBe(false)
  })

  test('a slow store is waited for', async () => {
    fake.fail('slow')
    const { id } = await onFake().write(pieces('x'))
    expect(await textOf(onFake(), id)).toBe('x')
  })

  test.each([-3_600_000, 3_600_000])('a clock of the store %d ms off changes neither uploads nor the ages of files', async (offset) => {
    fake.setClock(offset)
    await onFake().write(pieces('x'))
    expect(await listed(onFake(), 60_000)).toEqual([])
    expect(await listed(onFake())).toHaveLength(1)
  })

  test('a store killed during an upload keeps nothing of the file, and stores the next one', async () => {
    const blobs = onFake()
    fake.fail('cut', { method: 'PUT' })
    const write = blobs.write(pieces(randomBytes(2 ** 20)))
    await expect.poll(() => fake.requests.length).toBeGreaterThan(0)
    await fake.kill()
    await expect(write).rejects.toMatchObject(unavailable)
    expect([fake.objects.size, await filesUnder(dir)]).toEqual([0, []])
    fake.fail(null)
    await fake.restart()
    await blobs.write(pieces('x'))
    expect(await listed(blobs)).toHaveLength(1)
  })
})
