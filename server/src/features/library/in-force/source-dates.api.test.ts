import { routes } from '@parvis/contract'
import { beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../../platform/config/config.ts'
import { openChatBench } from '../../../testing/chat-bench.ts'
import { people } from '../../../testing/open-test-app.ts'
import { sourcesOf } from '../../../testing/reply-client.ts'
import { callV1, newKey } from '../../api-keys/api-keys.fixture.ts'
import { addToLibrary } from '../../documents/documents.fixture.ts'
import { share } from '../../shares/shares.fixture.ts'

const { documents, library } = routes
const bench = openChatBench({ config: readConfig({ API_KEYS: 'tous' }) })
const { app } = bench
const { ana, admin } = people(app, { ana: {}, admin: { is_admin: true } })
beforeAll(() => app.travel(new Date('2026-03-01T12:00:00Z').getTime() - Date.now()))

it('a source has a date and a last day that are null where its document has none, also once saved, shared and in `/v1`', async () => {
  await addToLibrary(app, ana, 'fourrière.md', '# Fourrière\n\nLa fourrière ferme à dix-huit heures.\n', { category: 'Voirie' })
  const message = 'À quelle heure ferme la fourrière ?'
  const undated = { document: 'fourrière.md', version_date: null, valid_until: null }
  const id = await bench.newConversation(ana, { library: 'Voirie' })
  const live = sourcesOf(await bench.askLibrary(ana, { message, conversation_id: id, category: 'Voirie' }))
  const [, saved] = await bench.messages(ana, id)
  const { value } = await newKey(app, ana, { scopes: ['library'] })
  const v1 = await callV1(app, value, '/chat/completions', {
    model: 'bibliotheque',
    metadata: { category: 'Voirie' },
    messages: [{ role: 'user', content: message }],
  })
  const given = await share(app, ana, id, { people: [admin.id] })
  const shared = (await app.call(routes.shares.get, { token: admin.token, params: { id: given.id } })).body
  for (const [source] of [live, saved!.sources, v1.body.sources, shared.messages[1]!.sources]) expect(source).toMatchObject(undated)
})

it('the numbers of a category are those of its documents in force', async () => {
  const category = 'Tarifs'
  const { id: supersedes_id } = await addToLibrary(app, ana, 'cantine 2025.md', '# Cantine\n\nTrois euros.\n', { category, valid_from: '2025-01-01' })
  await addToLibrary(app, ana, 'cantine 2026.md', '# Cantine\n\nQuatre euros.\n', { category, valid_from: '2026-03-01', supersedes_id })
  await addToLibrary(app, ana, 'piscine.md', '# Piscine\n\nDeux euros.\n', { category })
  const counted = (await app.call(documents.categories, { token: ana.token })).body
  expect([counted.counts[category], counted.totals[category]]).toEqual([2, 3])
  const { categories } = (await app.call(library.categories, { token: ana.token })).body
  expect(categories.find(({ name }) => name === category)).toMatchObject({
    document_count: 2,
    indexed_count: 2,
    vector_store_exists: true,
    files: ['piscine.md', 'cantine 2026.md'],
  })
  const offered = (await app.call(routes.ownAssistants.documentCategories, { token: ana.token })).body
  expect(offered.find(({ display_name }) => display_name === category)).toMatchObject({ document_count: 2 })
  await addToLibrary(app, ana, 'affichage.md', '# Affichage\n\nInterdit.\n', { category: 'Affichage', valid_until: '2026-02-28' })
  expect((await app.call(library.categories, { token: ana.token })).body.categories.find(({ name }) => name === 'Affichage')).toMatchObject({
    document_count: 0,
    indexed_count: 0,
    unreadable_count: 0,
    vector_store_exists: false,
    files: [],
  })
})
