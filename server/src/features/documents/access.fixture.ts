import { routes } from '@parvis/contract'
import type { Route } from '@parvis/contract'
import { mine, open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-rule.ts'
import { textFile } from '../../testing/matrix/matrix-world.ts'

const { documents } = routes

// A document of the shared library is read by everybody, changed by its uploader and by administrators.
const changedByUploader = { other: 403 }

/** Who may make each of these calls, for the matrix. */
export const rules: Rule[] = [
  open(documents.categories),
  ...[documents.list, documents.page].map((route) => open(route)),
  { route: documents.states, on: 'A’s document', make: async (world) => ({ query: { ids: await world.privateDocument() } }) },
  { route: documents.upload, on: '', make: () => ({ form: textFile('file', 'essai.txt', 'Un essai.', { category: 'Notes internes' }) }) },
  ...shared(documents.download),
  ...shared(documents.text),
  ...shared(documents.retry, changedByUploader),
  ...shared(documents.remove, changedByUploader),
  ...shared(documents.update, changedByUploader, { description: 'Autre' }),
  // Never read, so that it has no passage: missing for A too.
  mine(documents.passage, 'A’s document', async (world) => ({ params: { id: await world.privateDocument(), passage_id: '0' } }), 404),
]

function shared(route: Route, owned: Rule['owned'] = {}, body?: unknown): Rule[] {
  const sample = (id: string) => ({ params: { id }, ...(body !== undefined && { body }) })
  return [
    { route, on: 'a document of the shared library', make: async (world) => sample(await world.sharedDocument()), owned },
    mine(route, 'A’s document', async (world) => sample(await world.privateDocument())),
  ]
}
