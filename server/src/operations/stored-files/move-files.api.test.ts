import { routes } from '@parvis/contract'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { fileForm } from '../../features/documents/documents.fixture.ts'
import { prepareFiles } from '../../setup/prepare-files.ts'
import { checkSharedSettings } from '../../setup/shared-instance.ts'
import { startFakeS3 } from '../../testing/fakes/fake-s3-server.ts'
import { anotherApp, openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { runAdminTask } from '../admin-tasks.ts'

const { documents } = routes

const s3 = await startFakeS3('fichiers/')
afterAll(() => s3.close())
/** Instance without a bucket, as before a move. */
const before = openTestApp()
const { ana } = people(before, { ana: {} })
let app: TestApp
let ids: string[]
const count = 12

const upload = async (to: TestApp, text: string) =>
  (await to.call(documents.upload, { token: ana.token, form: fileForm(`${text}.txt`, `Le texte de ${text}.`) })).body.document.id
const textOf = async (id: string) => (await app.call(documents.download, { token: ana.token, params: { id } })).bytes.toString()
const folder = () => path.join(before.context.config.dataDir, 'fichiers')
const inFolder = async () =>
  (await readdir(folder(), { recursive: true, withFileTypes: true }).catch(() => []))
    .flatMap((entry) => (entry.isFile() && entry.name.length === 36 ? [entry.name] : []))
    .toSorted()
const inBucket = () => [...s3.objects.keys()].flatMap((key) => (key.endsWith('marque') ? [] : [key.slice('fichiers/'.length)])).toSorted()
const store = () => app.db.selectFrom('file_store').select(['target', 'is_whole', 'is_moved_back']).executeTakeFirstOrThrow()
const named = async () => (await app.db.selectFrom('document').select('blob_id').execute()).map(({ blob_id }) => blob_id!).toSorted()
const plain = (sentence: string) => sentence.replaceAll('\u00a0', ' ')
const move = (to: string) => runAdminTask(app.context, ['move-files', to])

beforeEach(async () => {
  s3.fail(null)
  s3.objects.clear()
  await before.db.deleteFrom('document').execute()
  await before.db.updateTable('file_store').set({ target: 'dossier', is_whole: true, is_marked: false, is_moved_back: false }).execute()
  for (const id of await inFolder()) await before.context.blobs.remove(id)
  ids = []
  for (let at = 0; at < count; at += 1) ids.push(await upload(before, `fichier ${at}`))
  app = await anotherApp({ database: before.database, config: { dataDir: before.context.config.dataDir, files: { kind: 's3', ...s3.settings } } })
  await prepareFiles(app.context)
})

test('files of the folder are read until they are moved; those uploaded meanwhile go to the bucket', async () => {
  expect(await store()).toMatchObject({ target: 's3', is_whole: false })
  ids.push(await upload(app, 'fichier 12'))
  expect([inBucket().length, (await inFolder()).length]).toEqual([1, count])
  expect(await Promise.all(ids.map(textOf))).toEqual(ids.map((_id, at) => `Le texte de fichier ${at}.`))
})

test('a move copies every file, records missing digests and empties the folder; later deletions reach the bucket', async () => {
  await app.db.updateTable('document').set({ sha256: null }).where('id', '=', ids[0]!).execute()
  expect(plain(await move('s3'))).toBe(`${count} fichiers copiés, 0 déjà là.\nTous les fichiers sont dans le stockage objet.`)
  expect(await store()).toEqual({ target: 's3', is_whole: true, is_moved_back: false })
  expect([inBucket(), await inFolder()]).toEqual([await named(), []])
  expect(await app.db.selectFrom('document').where('sha256', 'is', null).select('id').execute()).toEqual([])
  await app.call(documents.remove, { token: ana.token, params: { id: ids[0]! } })
  expect(inBucket()).toEqual(await named())
})

test('a move interrupted by the store is resumed, and every file can be read at any moment', async () => {
  let isMoving = true
  const readAll = async () => {
    const seen = new Set<string>()
    while (isMoving) for (const [at, id] of ids.entries()) seen.add((await textOf(id)) === `Le texte de fichier ${at}.` ? 'right' : 'wrong')
    return [...seen]
  }
  s3.fail('no-rights', { method: 'PUT' })
  await expect(move('s3')).rejects.toThrow(/S3_ACCESS_KEY_ID|ne répond pas/)
  s3.fail(null)
  const copied = inBucket()
  const [firstId] = await named()
  await app.context.blobs.put(firstId!, path.join(folder(), firstId!.slice(0, 2), firstId!))
  expect([copied, (await inFolder()).length, (await store()).is_whole]).toEqual([[], count, false])
  const reading = readAll()
  expect(plain(await move('s3'))).toMatch(/^11 fichiers copiés, 1 déjà là\./)
  isMoving = false
  expect(await reading).toEqual(['right'])
  expect(plain(await move('s3'))).toMatch(/^0 fichier copié, 0 déjà là\./)
})

test('an object with another size or other bytes is copied again', async () => {
  const [short, other] = await named()
  const object = { at: new Date(), metadata: {} }
  s3.objects.set(`fichiers/${short}`, { ...object, bytes: Buffer.from('x') })
  const { size } = await app.db.selectFrom('document').where('blob_id', '=', other!).select('size').executeTakeFirstOrThrow()
  s3.objects.set(`fichiers/${other}`, { ...object, bytes: Buffer.alloc(size, 'x') })
  expect(plain(await move('s3'))).toMatch(/^12 fichiers copiés/)
  expect(await Promise.all(ids.map(textOf))).toEqual(ids.map((_id, at) => `Le texte de fichier ${at}.`))
})

test('a damaged file is not copied, and the move is not declared complete', async () => {
  const [damaged] = await named()
  await writeFile(path.join(folder(), damaged!.slice(0, 2), damaged!), 'autre chose')
  await expect(move('s3')).rejects.toThrow(/^1\u00a0fichier n’a plus les octets/)
  expect([inBucket().length, (await inFolder()).length, (await store()).is_whole]).toEqual([count - 1, count, false])
})

test('a move from a folder without any of the files is refused', async () => {
  const elsewhere = await anotherApp({ database: before.database, config: { files: { kind: 's3', ...s3.settings } } })
  await expect(runAdminTask(elsewhere.context, ['move-files', 's3'])).rejects.toThrow(/n’a aucun des fichiers à déplacer \(12\).*PARVIS_DATA_DIR/)
  expect((await store()).is_whole).toBe(false)
  expect(plain(await move('s3'))).toMatch(/^12 fichiers copiés/)
})

test.each(['s3', 'dossier'])('a move to %s is refused while an instance with another folder is running', async (to) => {
  const elsewhere = await anotherApp({ database: before.database, config: { files: { kind: 's3', ...s3.settings } } })
  const { instanceId } = elsewhere.context
  await before.db.insertInto('writer').values({ id: instanceId }).execute()
  onTestFinished(async () => void (await before.db.deleteFrom('writer').execute()))
  await checkSharedSettings(before.db, elsewhere.context)
  const location = await store()
  await expect(move(to)).rejects.toThrow('Une instance en marche a un autre bac ou un autre dossier')
  expect([await store(), (await inFolder()).length]).toEqual([location, count])
})

test('files move back to the folder, which then gets the new ones; the S3 settings may be removed', async () => {
  await move('s3')
  await prepareFiles(app.context)
  expect(await move('dossier')).toContain('Retirez maintenant les réglages S3_…')
  expect([inBucket(), await inFolder()]).toEqual([[], await named()])
  // A restart before the settings are removed begins no other move.
  await prepareFiles(app.context)
  ids.push(await upload(app, 'fichier 12'))
  expect([inBucket(), await inFolder()]).toEqual([[], await named()])
  await prepareFiles(before.context)
  expect(await store()).toEqual({ target: 'dossier', is_whole: true, is_moved_back: false })
})

test('an upload begun before a move is stored in the bucket', async () => {
  await move('s3')
  await move('dossier')
  const gate = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const content = async function* () {
    yield Buffer.from('le début, ')
    started.resolve()
    await gate.promise
    yield Buffer.from('la fin')
  }
  const written = app.context.blobs.write(content())
  await started.promise
  await app.db.updateTable('file_store').set({ target: 's3', is_whole: false }).execute()
  gate.resolve()
  const { id } = await written
  expect([inBucket().includes(id), (await inFolder()).includes(id)]).toEqual([true, false])
})

test('a move without a bucket in the settings, or to an unknown target, is refused', async () => {
  await expect(runAdminTask(before.context, ['move-files', 's3'])).rejects.toThrow(/Aucun stockage objet/)
  await expect(move('ailleurs')).rejects.toThrow(/Tâches d’exploitation/)
})
