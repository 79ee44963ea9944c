import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import { article, corpusForm, corpusPack, version } from './corpus.fixture.ts'

const { corpora, references } = routes

const app = openTestApp()
const { admin, agent } = people(app, { admin: { is_admin: true }, agent: {} })

test('an article is read with its text at a day and the days of all its texts', async () => {
  const same = { text: 'Un texte.' }
  const pack = corpusPack([
    article('L2121-29', [
      version('v1', '2000-01-01', '2009-12-31', same),
      version('v2', '2010-01-01', '2019-12-31', same),
      version('v3', '2020-01-01', null, { text: 'Un autre.' }),
    ]),
  ])
  expect((await app.call(corpora.import, { token: admin.token, form: corpusForm(pack) })).status).toBe(201)
  const read = async (query: { code: string; article: string; at?: string }) => (await app.call(references.article, { token: agent.token, query })).body
  const versions = [
    { valid_from: '2000-01-01', valid_until: '2019-12-31' },
    { valid_from: '2020-01-01', valid_until: null },
  ]
  expect(await read({ code: 'CGCT', article: 'L. 2121-29', at: '2012-06-01' })).toMatchObject({
    article: 'L2121-29',
    code_title: 'code général des collectivités territoriales',
    path: ['Partie législative'],
    state: 'modifie',
    since: '2020-01-01',
    versions,
    shown: { ...versions[0], text: 'Un texte.' },
    corpus: { licence: 'Licence Ouverte 2.0' },
  })
  expect(await read({ code: 'CGCT', article: 'L2121-29' })).toMatchObject({ state: 'en_vigueur', shown: { text: 'Un autre.' } })
  expect(await read({ code: 'CGCT', article: 'L2121-29', at: '1990-01-01' })).toMatchObject({ state: 'inconnu', versions, shown: { text: 'Un texte.' } })
  for (const query of [
    { code: 'CGCT', article: 'L9' },
    { code: 'CPEN', article: 'L2121-29' },
  ])
    expect((await app.call(references.article, { token: agent.token, query })).status).toBe(404)
  await app.db.deleteFrom('access_grant').execute()
  expect((await app.call(references.article, { token: agent.token, query: { code: 'CGCT', article: 'L2121-29' } })).status).toBe(404)
})
