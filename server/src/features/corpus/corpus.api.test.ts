import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { routes } from '@parvis/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import { textFile } from '../../testing/matrix/matrix-rule.ts'
import { importCorpus } from './import-corpus.ts'
import { article, corpusForm, corpusPack, version } from './corpus.fixture.ts'

const { corpora, references } = routes

const app = openTestApp()
const { admin, agent } = people(app, { admin: { is_admin: true }, agent: {} })
afterEach(() => app.db.deleteFrom('corpus_import').execute())

const importPack = (pack: unknown) => app.call(corpora.import, { token: admin.token, form: corpusForm(pack) })
const listed = async () => (await app.call(corpora.list, { token: admin.token })).body.corpora
const resolve = async (text: string, at?: string) => (await app.call(references.find, { token: agent.token, body: { text, ...(at && { at }) } })).body
const stateOf = async (number: string, at?: string) => {
  const [found] = (await resolve(`article ${number} du CGCT`, at)).references
  return [found?.state, found?.since]
}

test('ACC-08 only administrators import, list and remove a corpus', async () => {
  const form = corpusForm(corpusPack([]))
  for (const token of [undefined, agent.token]) {
    const status = token === undefined ? 401 : 403
    expect((await app.call(corpora.import, { token, form })).status).toBe(status)
    expect((await app.call(corpora.list, { token })).status).toBe(status)
  }
})

test('without a corpus, references are found and every one is outside the corpus', async () => {
  expect(await resolve('L’article L. 2121-29 du CGCT.')).toEqual({
    installed: false,
    references: [{ start: 2, end: 28, code: 'CGCT', article: 'L2121-29', state: 'hors_corpus' }],
  })
})

test('an import is listed with its attribution, serves at once, and is removed whole', async () => {
  const done = await importPack(corpusPack([article('L2121-29', [version('v1', '2000-01-01', '2019-12-31'), version('v2', '2020-01-01')])]))
  expect([done.status, done.body.message, done.body.corpus.state]).toEqual([201, 'Le corpus est importé', 'publie'])
  expect(await listed()).toMatchObject([
    { name: 'Corpus d’essai', licence: 'Licence Ouverte 2.0', extracted_on: '2026-11-29', articles: 1, versions: 2, codes: [{ code: 'CGCT' }] },
  ])
  expect(await stateOf('L. 2121-29', '2019-12-31')).toEqual(['modifie', '2020-01-01'])
  expect(await stateOf('L. 2121-29')).toEqual(['en_vigueur', '2020-01-01'])
  expect(await stateOf('L. 2121-30')).toEqual(['inconnu', undefined])
  const removed = await app.call(corpora.remove, { token: admin.token, params: { id: done.body.corpus.id } })
  expect(removed.status).toBe(200)
  expect(await listed()).toEqual([])
  for (const table of ['corpus_article', 'corpus_version', 'corpus_code'] as const) expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
  expect((await app.call(corpora.remove, { token: admin.token, params: { id: done.body.corpus.id } })).status).toBe(404)
})

test('a law of the corpus is resolved as a whole, and each article of a list by itself', async () => {
  await importPack(
    corpusPack([article('5', [version('v1', '2019-08-07')], { id: 'L-5', code: 'LOI-2019-828' }), article('L1', [version('v1', '2000-01-01')])], {
      codes: [
        { id: 'LOI-2019-828', title: 'loi n° 2019-828 du 6 août 2019', abbreviations: [] },
        { id: 'CGCT', title: 'code général des collectivités territoriales', abbreviations: [] },
      ],
    }),
  )
  const { references: found } = await resolve(
    'les articles 5 et 6 de la loi n° 2019-828 du 6 août 2019 ; cette loi n° 2019-828 ; l’article 5 de la loi du 6 août 2019',
  )
  expect(found.map(({ article: number, state }) => [number, state])).toEqual([
    ['5', 'en_vigueur'],
    ['6', 'inconnu'],
    [null, 'en_vigueur'],
    ['5', 'en_vigueur'],
  ])
  expect(new Set(found.map(({ code }) => code))).toEqual(new Set(['LOI-2019-828']))
  expect((await resolve('la loi du 7 août 2019')).references).toMatchObject([{ code: 'LOI-2019-08-07', state: 'hors_corpus' }])
})

describe('a pack that is imported after another', () => {
  const first = corpusPack([
    article('L1', [version('v1', '2000-01-01')]),
    article('L2', [version('v1', '2000-01-01')]),
    article('L3', [version('v1', '2000-01-01')]),
  ])

  test('the same file changes nothing', async () => {
    const before = (await importPack(first)).body.corpus
    const again = await importPack(first)
    expect([again.status, again.body.message, again.body.corpus.id]).toEqual([201, 'Ce corpus est déjà installé', before.id])
  })

  test('an older one is refused, with both dates', async () => {
    await importPack(first)
    const older = await importPack({ ...first, extracted_on: '2025-01-31' })
    expect([older.status, older.error.message]).toEqual([
      409,
      'Ce corpus a été extrait le 31/01/2025, avant celui qui est installé (29/11/2026). Rien n’a été importé.',
    ])
  })

  test('a whole one replaces everything and says what changed', async () => {
    await importPack(first)
    const next = corpusPack(
      [
        article('L1', [version('v1', '2000-01-01')]),
        article('L2', [version('v1', '2000-01-01', '2026-11-30'), version('v2', '2026-12-01')]),
        article('L4', [version('v1', '2026-12-01')]),
      ],
      { extracted_on: '2026-12-01' },
    )
    const preview = (await app.call(corpora.preview, { token: admin.token, form: corpusForm(next) })).body
    expect(preview).toMatchObject({ added: 1, changed: 1, removed: 1, unchanged: 1, installed_on: '2026-11-29', is_differential: false })
    const { body } = await importPack(next)
    expect(body).toMatchObject({ added: 1, changed: 1, removed: 1, unchanged: 1 })
    expect(await stateOf('L. 3')).toEqual(['inconnu', undefined])
    expect(await app.db.selectFrom('corpus_import').select('state').execute()).toEqual([{ state: 'publie' }])
  })

  test('one that completes it replaces its own articles only, removes those it names, and needs its base', async () => {
    await importPack(first)
    const part = corpusPack([article('L2', [version('v2', '2010-01-01')])], { extracted_on: '2026-12-01', based_on: '2026-11-29', removed: ['CGCT-L3'] })
    expect((await importPack({ ...part, based_on: '2026-10-01' })).error.code).toBe('corpora.base')
    expect((await importPack(part)).body).toMatchObject({ added: 0, changed: 1, removed: 1 })
    expect([await stateOf('L. 1'), await stateOf('L. 2'), await stateOf('L. 3')]).toEqual([
      ['en_vigueur', '2000-01-01'],
      ['en_vigueur', '2010-01-01'],
      ['inconnu', undefined],
    ])
    expect(await listed()).toMatchObject([{ extracted_on: '2026-12-01', articles: 2, versions: 2 }])
  })

  test('an article that has another number keeps its id: the former number is unknown', async () => {
    await importPack(first)
    const part = corpusPack([article('L1-1', [version('v1', '2000-01-01')], { id: 'CGCT-L1' })], { extracted_on: '2026-12-01', based_on: '2026-11-29' })
    expect((await importPack(part)).status).toBe(201)
    expect([await stateOf('L. 1'), await stateOf('L. 1-1')]).toEqual([
      ['inconnu', undefined],
      ['en_vigueur', '2000-01-01'],
    ])
  })

  test('another source with the same code is refused, and the same ids in another code are not', async () => {
    await importPack(first)
    expect((await importPack({ ...first, source: 'Une autre source' })).error.code).toBe('corpora.code_taken')
    const other = corpusPack([article('L1', [version('v1', '2000-01-01')], { code: 'CU' })], {
      name: 'Urbanisme',
      codes: [{ id: 'CU', title: 'code de l’urbanisme', abbreviations: [] }],
    })
    expect((await importPack(other)).status).toBe(201)
    expect(await listed()).toHaveLength(2)
  })
})

describe('a pack that is refused leaves what is installed as it is', () => {
  const valid = corpusPack([article('L1', [version('v1', '2000-01-01')])])
  const withVersions = (...versions: object[]) => corpusPack([{ ...article('L1', []), versions }])
  test.each<[string, unknown, string]>([
    ['cut', JSON.stringify(valid).slice(0, -40), 'coupé'],
    ['empty', '{}', 'parvis-corpus'.slice(0, 0)],
    ['no JSON', 'Ceci est une lettre.', 'coupé'],
    ['a list', '[]', 'coupé'],
    ['invalid UTF-8', 'latin', 'coupé'],
    ['without licence', { ...valid, licence: '  ' }, 'La licence'.toLowerCase()],
    ['of another version', { ...valid, version: 2 }, 'version de corpus'],
    ['without article', { ...valid, articles: [] }, 'aucun article'],
    ['inverted dates', withVersions(version('v1', '2020-01-02', '2020-01-01')), 'inversées'],
    ['overlapping dates', withVersions(version('v1', '2019-01-01', '2020-01-01'), version('v2', '2020-01-01')), 'se recouvrent'],
    ['two versions without end', withVersions(version('v1', '2019-01-01'), version('v2', '2020-01-01')), 'se recouvrent'],
    ['29 February of an ordinary year', withVersions(version('v1', '2023-02-29')), 'n’existe pas'],
    ['an article without text', withVersions(version('v1', '2020-01-01', null, { text: ' ' })), 'vide'],
    ['an article without version', withVersions(), 'au moins une version'],
    ['a correction of nothing', withVersions(version('v1', '2020-01-01', null, { corrects: 'v0' })), 'corrige une version absente'],
    [
      'a correction from another day',
      withVersions(version('v1', '2020-01-01', '2020-12-31'), version('v2', '2021-01-01', null, { corrects: 'v1' })),
      'd’un autre jour',
    ],
    [
      'the same number twice',
      corpusPack([article('L. 1', [version('v1', '2000-01-01')]), article('L1', [version('v1', '2000-01-01')], { id: 'x' })]),
      'ce numéro',
    ],
    [
      'the same id twice',
      corpusPack([article('L1', [version('v1', '2000-01-01')]), article('L2', [version('v1', '2000-01-01')], { id: 'CGCT-L1' })]),
      'identifiant',
    ],
    ['an article of no code', corpusPack([article('L1', [version('v1', '2000-01-01')], { code: 'CU' })]), 'liste des codes'],
  ])('%s', async (name, pack, words) => {
    await importPack(valid)
    const form = name === 'invalid UTF-8' ? textFile('file', 'corpus.json', new Uint8Array([0x7b, 0x22, 0xff, 0xfe])) : corpusForm(pack)
    const refused = await app.call(corpora.import, { token: admin.token, form })
    expect([refused.status, refused.text.includes(words)]).toEqual([422, true])
    expect(await stateOf('L. 1')).toEqual(['en_vigueur', '2000-01-01'])
    expect(await listed()).toHaveLength(1)
  })

  test('no file', async () => {
    const refused = await app.call(corpora.import, { token: admin.token, form: textFile('autre', 'corpus.json', '{}') })
    expect(refused.error.code).toBe('corpora.file_required')
  })
})

test('29 February, a day of one version, an entry to come and a text of 400 kB', async () => {
  await importPack(
    corpusPack([
      article('L1', [
        version('v1', '2020-02-29', '2020-02-29'),
        version('v2', '2020-03-01', '2030-12-31'),
        version('v3', '2031-01-01', null, { state: 'VIGUEUR_DIFF' }),
      ]),
      article('L2', [version('v1', '2020-01-01', null, { text: 'é'.repeat(400_000) })]),
    ]),
  )
  expect([await stateOf('L. 1', '2020-02-28'), await stateOf('L. 1', '2020-02-29'), await stateOf('L. 1'), await stateOf('L. 1', '2031-01-01')]).toEqual([
    ['inconnu', undefined],
    ['modifie', '2020-03-01'],
    ['en_vigueur', '2020-03-01'],
    ['en_vigueur', '2031-01-01'],
  ])
  expect(await stateOf('L. 2')).toEqual(['en_vigueur', '2020-01-01'])
})

test('« today » is the day in Paris', async () => {
  const tomorrow = new Date(app.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  await importPack(corpusPack([article('L1', [version('v1', tomorrow)])]))
  expect(await stateOf('L. 1', tomorrow)).toEqual(['en_vigueur', tomorrow])
})

test('an import that was stopped goes on where it was, once, and the former corpus serves meanwhile', async () => {
  await importPack(corpusPack([article('L1', [version('v1', '2000-01-01')])]))
  const many = Array.from({ length: 600 }, (_, index) => article(`L${index + 1}`, [version('v1', '2010-01-01')]))
  const text = JSON.stringify(corpusPack(many, { extracted_on: '2026-12-01' }))
  const { id: blob_id } = await app.context.blobs.write([Buffer.from(text)] as unknown as AsyncIterable<Uint8Array>)
  const start = () => app.context.blobs.withPath(blob_id, (file) => importCorpus(app.context, { path: file, blob_id }, -1))
  expect(await start()).toMatchObject({ end: 'more' })
  expect(await stateOf('L. 1')).toEqual(['en_vigueur', '2000-01-01'])
  expect(await stateOf('L. 500')).toEqual(['inconnu', undefined])
  // The same file again, from another person: the import is the same, and the job goes on with its own file.
  expect((await importPack(text)).body).toMatchObject({ message: 'L’import continue', corpus: { articles: 250 } })
  expect(await Array.fromAsync(app.context.blobs.olderThan(-1_000))).toEqual([[blob_id]])
  expect(await listed()).toMatchObject([{ state: 'publie' }, { state: 'en_cours', articles: 250 }])
  await app.context.worker.drain()
  expect(await listed()).toMatchObject([{ state: 'publie', articles: 600 }])
  expect(await stateOf('L. 1')).toEqual(['en_vigueur', '2010-01-01'])
  expect(await app.context.blobs.read(blob_id)).toBeNull()
})

test('an unfinished import whose file is lost fails with a sentence', async () => {
  const pack = JSON.stringify(corpusPack(Array.from({ length: 300 }, (_, index) => article(`L${index}`, [version('v1', '2010-01-01')]))))
  const { id: blob_id } = await app.context.blobs.write([Buffer.from(pack)] as unknown as AsyncIterable<Uint8Array>)
  await app.context.blobs.withPath(blob_id, (file) => importCorpus(app.context, { path: file, blob_id }, -1))
  await app.context.blobs.remove(blob_id)
  await app.context.worker.drain()
  expect(await listed()).toMatchObject([{ state: 'echec', reason: 'Le fichier du corpus est introuvable. Importez-le à nouveau.' }])
  expect(await app.db.selectFrom('corpus_article').selectAll().execute()).toEqual([])
})

const evaluation = path.resolve(import.meta.dirname, '../../../../../shared/eval/versions')
type Probe = { id: string; text: string; at: string; expect: { state: string; since?: string } }

test.skipIf(!existsSync(evaluation))('the dated references of the evaluation set are exact', async () => {
  const read = (name: string) => readFileSync(path.join(evaluation, name), 'utf8')
  app.travel(Date.parse('2026-11-29T12:00:00Z') - app.now().getTime())
  expect((await importPack(read('corpus.json'))).status).toBe(201)
  const misses: string[] = []
  for (const probe of JSON.parse(read('probes.dev.json')) as Probe[]) {
    const [found] = (await resolve(probe.text, probe.at)).references
    if (found?.state !== probe.expect.state || (probe.expect.since && found.since !== probe.expect.since))
      misses.push(`${probe.id} ${found?.state} ${found?.since}`)
  }
  expect(misses).toEqual([])
})
