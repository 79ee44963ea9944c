import { generateKeyPairSync } from 'node:crypto'
import { routes } from '@parvis/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import { importCorpus } from './import-corpus.ts'
import { article, corpusArchive, corpusForm, corpusPack, version } from './corpus.fixture.ts'

const { corpora } = routes

const app = openTestApp()
const { admin } = people(app, { admin: { is_admin: true } })
afterEach(async () => {
  app.context.config.corpus.publicKeys = []
  await app.db.deleteFrom('corpus_import').execute()
})

const [ours, stranger] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
const requireOurKey = () => {
  const other = generateKeyPairSync('ed25519')
  app.context.config.corpus.publicKeys = [other, ours].map(({ publicKey }) => publicKey.export({ format: 'der', type: 'spki' }).toString('base64'))
}

const importPack = (pack: unknown) => app.call(corpora.import, { token: admin.token, form: corpusForm(pack) })
const listed = async () => (await app.call(corpora.list, { token: admin.token })).body.corpora
const pack = corpusPack([article('L1', [version('v1', '2000-01-01')])])
const next = corpusPack([article('L1', [version('v1', '2010-01-01')])], { extracted_on: '2026-12-01' })
const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

test('an archive is previewed and imported, and is the same corpus as its file alone', async () => {
  const archive = corpusArchive(pack)
  const preview = (await app.call(corpora.preview, { token: admin.token, form: corpusForm(archive) })).body
  expect(preview).toMatchObject({ added: 1, articles: 1, signature: 'absente' })
  expect(await listed()).toEqual([])
  expect((await importPack(archive)).body).toMatchObject({ message: 'Le corpus est importé', corpus: { signature: 'absente', articles: 1 } })
  expect((await importPack(pack)).body.message).toBe('Ce corpus est déjà installé')
})

test('an archive with the text of its licence is imported, unless that text is another one', async () => {
  const listedFiles = { 'LICENCE.txt': 'Licence Ouverte' }
  const changed = await importPack(corpusArchive(pack, { listed: listedFiles, files: { 'LICENCE.txt': 'Tous droits réservés' } }))
  expect(changed.error.message).toContain('LICENCE.txt')
  expect((await importPack(corpusArchive(pack, { listed: listedFiles }))).status).toBe(201)
})

describe('with the keys of the instance', () => {
  test('a pack signed by one of them is imported, and says so', async () => {
    requireOurKey()
    expect((await importPack(corpusArchive(pack, { key: ours.privateKey }))).body.corpus.signature).toBe('verifiee')
  })

  test.each<[string, unknown, string]>([
    ['a file alone', next, 'n’est pas signé'],
    ['an archive without signature', corpusArchive(next), 'n’est pas signé'],
    ['an archive signed by a stranger', corpusArchive(next, { key: stranger.privateKey }), 'd’aucune clé'],
    ['a signature that is none', corpusArchive(next, { files: { 'manifest.sig': 'signé, la mairie' } }), 'd’aucune clé'],
    ['a manifest changed after the signature', corpusArchive(next, { key: ours.privateKey, files: { 'manifest.json': '{}' } }), 'd’aucune clé'],
    [
      'a corpus changed after the signature',
      corpusArchive(next, { key: ours.privateKey, files: { 'corpus.json': JSON.stringify(pack) } }),
      'empreinte différente',
    ],
  ])('%s is refused, and nothing changes', async (_name, refusedPack, words) => {
    requireOurKey()
    await importPack(corpusArchive(pack, { key: ours.privateKey }))
    const refused = await importPack(refusedPack)
    expect([refused.status, refused.error.message.includes(words), refused.error.message]).toEqual([422, true, expect.stringContaining('Rien n’a été importé')])
    expect(await listed()).toMatchObject([{ extracted_on: '2026-11-29', signature: 'verifiee', state: 'publie' }])
    expect(await listed()).toHaveLength(1)
  })
})

test('without key, a signature is not checked, and importing the same corpus once a key is there checks it', async () => {
  const archive = corpusArchive(pack, { key: ours.privateKey })
  expect((await importPack(archive)).body.corpus.signature).toBe('non_verifiee')
  requireOurKey()
  expect((await importPack(archive)).body.message).toBe('Ce corpus est déjà installé')
  expect((await listed()).map(({ signature }) => signature)).toEqual(['verifiee'])
})

describe('an archive that is refused leaves what is installed as it is', () => {
  const whole = corpusArchive(next)
  const zeros = new Uint8Array(101 * 1024 * 1024)
  test.each<[string, () => Uint8Array<ArrayBuffer>, number, string]>([
    ['cut', () => whole.slice(0, -30), 422, 'coupée ou abîmée'],
    ['cut at its beginning', () => whole.slice(0, 12), 422, 'coupée ou abîmée'],
    ['damaged in its content', () => damaged(whole), 422, 'coupée ou abîmée'],
    ['a corpus that is cut', () => corpusArchive(next, { files: { 'corpus.json': '{"format":' } }), 422, 'ne peut pas être lu jusqu’au bout'],
    ['another digest', () => corpusArchive(next, { manifest: { files: [{ name: 'corpus.json', sha256: emptyDigest }] } }), 422, 'empreinte différente'],
    ['no digest', () => corpusArchive(next, { manifest: { files: [{ name: 'corpus.json', sha256: 'abc' }] } }), 422, 'hexadécimal'],
    ['a bomb', () => corpusArchive(next, { files: { 'corpus.json': zeros } }), 422, 'bien au-delà de sa taille'],
    ['a manifest that is a bomb', () => corpusArchive(next, { files: { 'manifest.json': new Uint8Array(2 * 1024 * 1024) } }), 422, 'bien au-delà de sa taille'],
    ['without manifest', () => corpusArchive(next, { leftOut: 'manifest.json' }), 422, 'n’a pas de manifest.json'],
    ['a manifest that is no JSON', () => corpusArchive(next, { files: { 'manifest.json': 'nom' } }), 422, 'coupée ou abîmée'],
    ['a manifest of something else', () => corpusArchive(next, { manifest: { format: 'zip' } }), 422, 'n’est pas celle d’un corpus'],
    ['a manifest without licence', () => corpusArchive(next, { manifest: { licence: ' ' } }), 422, 'licence du corpus est obligatoire'],
    ['a corpus without licence', () => corpusArchive({ ...next, licence: '' }, { manifest: { licence: 'Libre' } }), 422, 'licence du corpus est obligatoire'],
    ['another source in the manifest', () => corpusArchive(next, { manifest: { source: 'Autre' } }), 422, 'source'],
    ['a file that the manifest does not list', () => corpusArchive(next, { files: { 'lisez-moi.txt': 'x' } }), 422, 'lisez-moi.txt'],
    ['a manifest without files', () => corpusArchive(next, { manifest: { files: [] } }), 422, 'un fichier au moins est attendu'],
    ['a listed file that is missing', () => corpusArchive(next, { listed: { 'LICENCE.txt': 'x' }, leftOut: 'LICENCE.txt' }), 422, 'manque à l’archive'],
    ['a corpus that its manifest does not list', () => corpusArchive(next, { manifest: { files: [{ name: 'a', sha256: emptyDigest }] } }), 422, 'corpus.json'],
    ['older than what is there', () => corpusArchive({ ...pack, extracted_on: '2025-01-31' }), 409, 'avant celui qui est installé'],
    ['of another source with the same ids', () => corpusArchive({ ...next, source: 'Une autre source' }), 409, 'Retirez-le d’abord'],
  ])('%s', async (_name, archive, status, words) => {
    await importPack(corpusArchive(pack))
    const refused = await importPack(archive())
    expect([refused.status, refused.error.message]).toEqual([status, expect.stringContaining(words)])
    expect(await listed()).toMatchObject([{ extracted_on: '2026-11-29', articles: 1, state: 'publie' }])
    expect(await app.db.selectFrom('corpus_article').select('digest').execute()).toHaveLength(1)
  })

  /** Changes the deflated bytes of the corpus, the first entry. */
  function damaged(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const copy = bytes.slice()
    copy.fill(0xff, 60, 120)
    return copy
  }
})

test('a file that is another one when its import goes on fails, and the former corpus serves', async () => {
  await importPack(pack)
  const many = (day: string) =>
    corpusPack(
      Array.from({ length: 600 }, (_, index) => article(`L${index}`, [version('v1', day)])),
      { extracted_on: '2026-12-01' },
    )
  const write = async (content: unknown) => (await app.context.blobs.write([Buffer.from(JSON.stringify(content))] as unknown as AsyncIterable<Uint8Array>)).id
  const blob_id = await write(many('2010-01-01'))
  await app.context.blobs.withPath(blob_id, (path) => importCorpus(app.context, { path, blob_id }, -1))
  await app.db
    .updateTable('corpus_import')
    .set({ blob_id: await write(many('2011-01-01')) })
    .where('state', '=', 'en_cours')
    .execute()
  await app.context.worker.drain()
  expect(await listed()).toMatchObject([
    { state: 'publie', articles: 1 },
    { state: 'echec', reason: 'Ce fichier a changé pendant son import. Rien n’a été importé\u00a0; importez-le à nouveau.' },
  ])
  expect(await app.db.selectFrom('corpus_article').select('digest').execute()).toHaveLength(1)
})
