import { routes } from '@parvis/contract'
import { beforeAll, expect, test } from 'vitest'
import { newCategory, openTestApp, people } from '../../testing/open-test-app.ts'

const { assistants, grants, ownAssistants } = routes

const app = openTestApp()
const { admin, ana, bruno, zoe } = people(app, { admin: { is_admin: true }, ana: { first_name: 'Ana', last_name: 'Moreau' }, bruno: {}, zoe: {} })
const texts = { description: 'Aide.', prompt_content: 'Consigne réservée au modèle.', starters: ['Par où commencer ?'] }
let category_id: string

beforeAll(async () => {
  category_id = await newCategory(app.db)
  const body = (name: string, more: object = {}) => ({ name, category_id, ...texts, ...more })
  for (const name of ['Zonage', 'Étude', 'Actes']) await app.call(assistants.create, { token: admin.token, body: body(name) })
  await app.call(assistants.create, { token: admin.token, body: body('Retiré', { is_active: false }) })
  const shared = await app.call(ownAssistants.create, { token: ana.token, body: body('Voirie') })
  await app.call(ownAssistants.create, { token: ana.token, body: body('Brouillon') })
  await app.call(grants.set, {
    token: ana.token,
    params: { kind: 'assistant', id: shared.body.id },
    body: { grants: [{ subject: 'user', id: bruno.id, level: 'use' }] },
  })
})

test.each([
  ['who made some', ana, ['Actes', 'Brouillon', 'Étude', 'Voirie', 'Zonage']],
  ['whom one was given', bruno, ['Actes', 'Étude', 'Voirie', 'Zonage']],
  ['anybody', zoe, ['Actes', 'Étude', 'Zonage']],
  ['an administrator', admin, ['Actes', 'Étude', 'Zonage']],
])('the catalogue of %s: what the list of the active ones has, without what is told to the model', async (_, { token }, names) => {
  const catalogue = await app.call(assistants.catalogue, { token })
  expect(catalogue.body.map(({ name }) => name)).toEqual(names)
  const whole = (await app.call(assistants.list, { token, query: { is_active: '1' } })).body
  const listed = whole.map(
    ({ prompt_content: _prompt, starters: _starters, document_category_ids: _ids, document_categories: _names, file_count: _files, ...one }) => one,
  )
  expect(catalogue.body).toEqual(listed)
  for (const text of [texts.prompt_content, texts.starters[0]!]) expect(catalogue.text).not.toContain(text)
})

test('a visitor gets none of it', async () => expect((await app.call(assistants.catalogue, {})).status).toBe(401))
