import { routes } from '@parvis/contract'
import { createInProcessExtractor } from '@parvis/document-reading/in-process'
import { makePng } from '@parvis/document-reading/fixtures'
import { plainLetterhead, toDocx } from '@parvis/office-writing'
import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { prepareFiles } from '../../setup/prepare-files.ts'
import { startFakeS3 } from '../../testing/fakes/fake-s3-server.ts'
import { anotherApp, openTestApp, people } from '../../testing/open-test-app.ts'
import { article, corpusPack, version } from '../corpus/corpus.fixture.ts'
import { importCorpus } from '../corpus/import-corpus.ts'
import { unzip } from '../rights/rights.fixture.ts'
import { fileForm, makeDue } from './documents.fixture.ts'
import { sweepFiles } from './reconcile.ts'
import { sweepInTurn } from './sweep-lease.ts'

const { corpora, documents, instance, rights, writtenFiles } = routes

const s3 = await startFakeS3('fichiers/')
afterAll(() => s3.close())
const files = { kind: 's3' as const, ...s3.settings }
const app = openTestApp({ config: { files } })
const { ana } = people(app, { ana: { is_admin: true } })
beforeAll(async () => {
  app.context.extractor = createInProcessExtractor()
  await prepareFiles(app.context)
})
beforeEach(async () => {
  s3.fail(null)
  await app.db.deleteFrom('document').execute()
  await app.db.updateTable('file_store').set({ swept_at: null, sweep_leased_until: null, swept_files: null }).execute()
})

const text = 'La voirie communale est entretenue par les services techniques.'
const upload = (name = 'note.txt', content: string | Uint8Array = text) =>
  app.call(documents.upload, { token: ana.token, form: fileForm(name, content as string, { category: 'Voirie' }) })
const uploaded = async (name?: string, content?: string | Uint8Array) => (await upload(name, content)).body.document.id
const rowOf = (id: string) => app.db.selectFrom('document').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const keyOf = async (id: string) => `fichiers/${(await rowOf(id)).blob_id}`
const spooled = () => readdir(path.join(app.context.config.dataDir, 'fichiers', 'en-cours')).catch(() => [])
const download = (id: string) => app.call(documents.download, { token: ana.token, params: { id } })
const drain = () => app.context.worker.drain()
const jobsOf = (id: string) => app.db.selectFrom('job').where('document_id', '=', id).selectAll().execute()
const docx = toDocx(
  { title: 'Note', facts: [], date: '2026-11-30T10:00:00Z', dateInWords: '', author: '', description: '', keywords: '', blocks: [] },
  plainLetterhead(),
)
const down = { code: 'files.unavailable' }

test('a file is stored in the bucket with its digest in the database, indexed and given back', async () => {
  const id = await uploaded()
  const { sha256, size } = await rowOf(id)
  expect(sha256).toBe(createHash('sha256').update(text).digest('hex'))
  expect([s3.objects.get(await keyOf(id))?.bytes.length, await spooled()]).toEqual([size, []])
  await drain()
  expect((await rowOf(id)).state).toBe('indexe')
  expect((await download(id)).bytes.toString()).toBe(text)
})

describe('while the store does not answer', () => {
  test.each(['503', 'no-bucket', 'no-rights', 'html-404'] as const)('%s: an upload is refused with a sentence, and leaves nothing', async (fault) => {
    s3.fail(fault)
    const { status, error, headers } = await upload('bilan.txt')
    expect([status, headers['retry-after']]).toEqual([503, '60'])
    expect(error).toMatchObject(down)
    expect(error.error).toMatch(/^«\u00a0bilan\.txt\u00a0» n’a pas été déposé\u00a0: l’espace où sont rangés les fichiers ne répond pas\./)
    expect([await app.db.selectFrom('document').selectAll().execute(), await spooled()]).toEqual([[], []])
    expect(app.logs.some((line) => line.includes('the file store did not answer'))).toBe(true)
  })

  test('a document waits, however often it is tried, and is read once the store is back', async () => {
    const id = await uploaded()
    await s3.kill()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await drain()
      expect(await rowOf(id)).toMatchObject({ state: 'en_attente', state_reason: expect.stringContaining('ne répond pas') })
      expect(await jobsOf(id)).toMatchObject([{ attempts: 0, leased_by: null }])
      await makeDue(app)
    }
    await s3.restart()
    await drain()
    expect(await rowOf(id)).toMatchObject({ state: 'indexe', state_reason: null })
  })

  test('an import of a corpus waits, however often it is tried, and ends once the store is back', async () => {
    const articles = Array.from({ length: 300 }, (_, index) => article(`L${index}`, [version('v1', '2010-01-01')]))
    const content = [Buffer.from(JSON.stringify(corpusPack(articles)))] as unknown as AsyncIterable<Uint8Array>
    const { id: blob_id } = await app.context.blobs.write(content)
    await app.context.blobs.withPath(blob_id, (file) => importCorpus(app.context, { path: file, blob_id }, -1))
    const imported = () => app.db.selectFrom('corpus_import').select(['state', 'reason']).execute()
    await s3.kill()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await drain()
      expect(await imported()).toEqual([{ state: 'en_cours', reason: null }])
      expect(await app.db.selectFrom('job').where('kind', '=', 'import_corpus').select(['attempts', 'leased_by']).execute()).toEqual([
        { attempts: 0, leased_by: null },
      ])
      await makeDue(app)
    }
    await s3.restart()
    await drain()
    expect(await imported()).toEqual([{ state: 'publie', reason: null }])
  })

  test('what needs a file answers 503 with a sentence: download, picture, import, copy of one’s data', async () => {
    const id = await uploaded()
    const picture = await uploaded('plan.png', makePng({ pixels: new Uint8Array(40 * 30).fill(120), width: 40, height: 30 }))
    s3.fail('503')
    const { token } = ana
    const pack = new FormData()
    pack.append('file', new Blob(['{}']), 'corpus.json')
    const answers = await Promise.all([
      download(id),
      app.call(documents.picture, { token, params: { id: picture } }),
      app.call(writtenFiles.import, { token, form: fileForm('note.docx', docx as never) }),
      app.call(corpora.preview, { token, form: pack }),
      app.call(rights.download, { token }),
    ])
    for (const { status, error } of answers)
      expect([status, error.code, error.error]).toEqual([503, 'files.unavailable', expect.stringMatching(/réessayez|recommencez/)])
  })

  test('a document is deleted at once, and its file by the sweep once the store is back', async () => {
    const id = await uploaded()
    const key = await keyOf(id)
    s3.fail('503')
    expect((await app.call(documents.remove, { token: ana.token, params: { id } })).status).toBe(200)
    expect(s3.objects.has(key)).toBe(true)
    await expect(sweepFiles(app.context, -1_000)).rejects.toMatchObject(down)
    s3.fail(null)
    await sweepFiles(app.context, -1_000)
    expect(s3.objects.has(key)).toBe(false)
  })

  test('the instance is ready all the same, and says it in its health and its metrics', async () => {
    const state = async () => [
      (await app.call(instance.ready)).body,
      /^parvis_files_up (\d)$/m.exec((await app.call(instance.metrics, { token: ana.token })).text)?.[1],
    ]
    expect(await state()).toEqual([{ status: 'ok' }, '1'])
    await s3.kill()
    expect(await state()).toEqual([{ status: 'ok', files: 'unavailable' }, '0'])
    await s3.restart()
  })
})

test('a file with other bytes is neither given nor read, and its document says why after three attempts', async () => {
  const id = await uploaded()
  s3.fail('other-bytes', { method: 'GET' })
  expect(await download(id)).toMatchObject({ status: 500, error: { code: 'files.damaged' } })
  const long = await uploaded('long.txt', text.repeat(10_000))
  await expect(download(long)).rejects.toThrow(/destroyed|aborted|n’est plus/)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await drain()
    await makeDue(app)
  }
  expect(await rowOf(id)).toMatchObject({ state: 'echec', state_reason: expect.stringContaining('n’est plus celui qui a été déposé') })
})

test('a copy of one’s data has every file but the damaged one', async () => {
  const [damaged, whole] = [await uploaded(), await uploaded('autre.txt')]
  const key = await keyOf(damaged)
  const object = s3.objects.get(key)!
  s3.objects.set(key, { ...object, bytes: Buffer.alloc(object.bytes.length, 'x') })
  const copy = await unzip((await app.call(rights.download, { token: ana.token })).bytes)
  expect(JSON.parse(copy['contenu.json']!.toString()).files).toEqual([
    { document_id: damaged, file: null },
    { document_id: whole, file: 'documents/autre.txt' },
  ])
  expect(copy['documents/autre.txt']!.toString()).toBe(text)
})

test('a file that the store does not have is missing', async () => {
  const id = await uploaded()
  s3.objects.delete(await keyOf(id))
  await drain()
  expect(await rowOf(id)).toMatchObject({ state: 'echec', state_reason: expect.stringContaining('introuvable') })
  expect((await download(id)).status).toBe(404)
})

describe('the sweep', () => {
  const listings = () => s3.requests.filter((request) => request.includes('list-type')).length

  test('is made by one instance at a time, and only when it is due', async () => {
    const other = await anotherApp({ database: app.database, config: { files } })
    const before = listings()
    const done = await Promise.all([app, other, app, other].map(({ context }) => sweepInTurn(context, 3_600_000)))
    expect(done.filter((removed) => removed !== null)).toHaveLength(1)
    expect(listings() - before).toBe(1)
    expect(await sweepInTurn(other.context, 3_600_000)).toBeNull()
    const sweptHoursAgo = (hours: number, swept_files: number) =>
      app.db
        .updateTable('file_store')
        .set({ swept_at: new Date(Date.now() - hours * 3_600_000), swept_files })
        .execute()
    await sweptHoursAgo(2, 100_001)
    expect(await sweepInTurn(other.context, 3_600_000)).toBeNull()
    await sweptHoursAgo(24, 100_001)
    expect(await sweepInTurn(other.context, 3_600_000)).toBe(0)
    await sweptHoursAgo(1, 100)
    expect(await sweepInTurn(app.context, 3_600_000)).toBe(0)
  })

  test('that has lost its lease ends, deletes nothing and leaves the lease of the other', async () => {
    const { id: stray } = await app.context.blobs.write([Buffer.from(text)] as unknown as AsyncIterable<Uint8Array>)
    const other = randomUUID()
    const { blobs } = app.context
    onTestFinished(() => void (app.context.blobs = blobs))
    app.context.blobs = {
      ...blobs,
      async *olderThan(ageMs) {
        await app.db.updateTable('file_store').set({ sweep_holder: other }).execute()
        yield* blobs.olderThan(ageMs)
      },
    }
    await expect(sweepInTurn(app.context, -1_000)).rejects.toThrow('the lease of the sweep was lost')
    expect(s3.objects.has(`fichiers/${stray}`)).toBe(true)
    const lease = await app.db.selectFrom('file_store').select(['sweep_holder', 'sweep_leased_until', 'swept_at']).executeTakeFirstOrThrow()
    expect(lease).toMatchObject({ sweep_holder: other, sweep_leased_until: expect.anything(), swept_at: null })
  })

  test('that fails is due again, and has deleted nothing that was not listed', async () => {
    const id = await uploaded()
    s3.fail('html')
    await expect(sweepInTurn(app.context, -1_000)).rejects.toMatchObject(down)
    s3.fail(null)
    expect(await sweepInTurn(app.context, -1_000)).not.toBeNull()
    expect(s3.objects.has(await keyOf(id))).toBe(true)
  })
})
