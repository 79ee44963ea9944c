import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Config } from '../platform/config/config.ts'
import { checkS3 } from '../platform/blobs/check-s3.ts'
import { ConfigError } from '../platform/config/read-settings.ts'
import { newDocument } from '../platform/jobs/jobs.fixture.ts'
import { startFakeS3 } from '../testing/fakes/fake-s3-server.ts'
import { openTestApp } from '../testing/open-test-app.ts'
import { prepareFiles } from './prepare-files.ts'

const s3 = await startFakeS3('fichiers/')
afterAll(() => s3.close())
const app = openTestApp()
const warnings: string[] = []
beforeEach(async () => {
  s3.fail(null)
  s3.setClock(0)
  s3.objects.clear()
  s3.retains.versions = s3.retains.locks = false
  warnings.length = 0
  await app.db.deleteFrom('document').execute()
  await app.db.updateTable('file_store').set({ target: 'dossier', is_whole: true, is_marked: false, is_moved_back: false }).execute()
})

const log = { ...app.context?.log, warn: (_facts: object, sentence: string) => void warnings.push(sentence) }
const prepare = (files: Config['files'] = { kind: 's3', ...s3.settings }) =>
  prepareFiles({ config: { ...app.context.config, files }, db: app.db, log: log as never })
const store = () => app.db.selectFrom('file_store').selectAll().executeTakeFirstOrThrow()
const blobKey = () => `fichiers/${randomUUID()}`
const object = { bytes: Buffer.from('x'), at: new Date(), metadata: {} }

test('a new instance stores its files in the bucket, which then has its mark and nothing else', async () => {
  await prepare()
  expect(await store()).toMatchObject({ target: 's3', is_whole: true, is_marked: true })
  expect([...s3.objects].map(([key, { bytes }]) => [key, bytes.toString()])).toEqual([['fichiers/marque', (await store()).mark]])
  await prepare()
  expect(warnings).toEqual([])
})

test('an instance with files in its folder reads both stores until they are moved', async () => {
  await newDocument(app.db, 'a.txt')
  await prepare()
  expect(await store()).toMatchObject({ target: 's3', is_whole: false })
  expect(warnings).toEqual([expect.stringContaining('still in the folder')])
})

describe('the start is refused with one sentence that names the setting', () => {
  const settings = { kind: 's3' as const, ...s3.settings }
  test.each<[name: string, setting: string, sentence: RegExp, files: Config['files'], before?: () => void]>([
    ['the bucket does not exist', 'S3_BUCKET', /n’existe pas/, { ...settings, bucket: 'ailleurs' }],
    ['the key is unknown', 'S3_ACCESS_KEY_ID', /ne connaît pas cette clé/, { ...settings, accessKeyId: 'AUTRE' }],
    ['the secret is wrong', 'S3_SECRET_ACCESS_KEY', /pas le secret/, { ...settings, secretAccessKey: 'autre' }],
    ['the key may not write', 'S3_ACCESS_KEY_ID', /droit de lister/, settings, () => s3.fail('no-rights', { method: 'PUT' })],
    ['the key may not delete', 'S3_ACCESS_KEY_ID', /droit de lister/, settings, () => s3.fail('no-rights', { method: 'DELETE' })],
    ['the connection is refused', 'S3_ENDPOINT', /ne répond pas .*ECONNREFUSED/, { ...settings, endpoint: 'http://127.0.0.1:9' }],
    ['a proxy answers with a page', 'S3_ENDPOINT', /compatible S3/, settings, () => s3.fail('html')],
    ['a web server answers with a 404', 'S3_ENDPOINT', /ne répond pas/, settings, () => s3.fail('html-404')],
    ['the store is overloaded', 'S3_ENDPOINT', /503/, settings, () => s3.fail('503')],
    ['answers are cut', 'S3_ENDPOINT', /ne répond pas/, settings, () => s3.fail('cut', { method: 'GET' })],
    ['the store does not keep what it accepts', 'S3_ENDPOINT', /ne répond pas/, settings, () => s3.fail('forgets')],
    ['the bucket is that of another instance', 'S3_BUCKET', /autre instance/, settings, () => void s3.objects.set('fichiers/marque', object)],
    ['the bucket has files already', 'S3_BUCKET', /déjà des fichiers/, settings, () => void s3.objects.set(blobKey(), object)],
    [
      'the bucket has files already, after a page of other objects',
      'S3_BUCKET',
      /déjà des fichiers/,
      settings,
      () => {
        for (let i = 0; i < 1_100; i += 1) s3.objects.set(`fichiers/-${i}`, object)
        s3.objects.set(blobKey(), object)
      },
    ],
  ])('%s', async (_name, setting, sentence, files, before) => {
    before?.()
    const startedAt = performance.now()
    const error: unknown = await prepare(files).catch((refusal: unknown) => refusal)
    expect(error).toBeInstanceOf(ConfigError)
    expect(error).toMatchObject({ variable: setting, message: expect.stringMatching(sentence) })
    expect(performance.now() - startedAt).toBeLessThan(20_000)
    expect(await store()).toMatchObject({ target: 'dossier', is_marked: false })
    expect([...s3.objects.keys()].filter((key) => key.includes('essai-'))).toEqual([])
  })

  test('the store never answers', async () => {
    s3.fail('silent')
    const refusal = checkS3(s3.settings, randomUUID(), false, { connect: 200, answer: 200, idle: 200 })
    await expect(refusal).rejects.toThrow(/S3_ENDPOINT .*ne répond pas .*(Timeout|ETIMEDOUT)/)
  })

  test('the files of this instance are in another bucket', async () => {
    await prepare()
    s3.objects.clear()
    await expect(prepare()).rejects.toThrow(/S3_BUCKET .*n’y sont pas/)
  })

  test('the settings are removed while files are in the bucket', async () => {
    await prepare()
    await expect(prepare({ kind: 'folder' })).rejects.toThrow(/S3_ENDPOINT .*move-files dossier/)
    await app.db.updateTable('file_store').set({ target: 'dossier', is_whole: true, is_moved_back: true }).execute()
    await prepare({ kind: 'folder' })
    expect(await store()).toMatchObject({ is_moved_back: false })
    // From the folder, files may go to another bucket.
    await prepare({ ...settings, prefix: 'suivant/' })
    expect([(await store()).target, [...s3.objects.keys()]]).toEqual(['s3', ['fichiers/marque', 'suivant/marque']])
  })
})

test.each([-3_600_000, 3_600_000])('a clock of the store %d ms off does not prevent the start', async (offset) => {
  s3.setClock(offset)
  await prepare()
  expect((await store()).is_marked).toBe(true)
})

test.each(['versions', 'locks'] as const)('a bucket that retains deleted files is reported (%s)', async (kind) => {
  s3.retains[kind] = true
  await prepare()
  expect(warnings).toEqual([expect.stringContaining('retains erased files')])
})
