import { routes, type Route } from '@parvis/contract'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { ownerRule, publicRule, sharedRule, textFile } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule, RouteSample, MatrixWorld } from '../../testing/matrix/matrix-types.ts'

const { documents } = routes

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(documents.categories),
  ...[documents.list, documents.page].map((route) => publicRule(route)),
  { route: documents.states, on: 'A’s document', make: async (world) => ({ query: { ids: await world.privateDocument() } }) },
  { route: documents.upload, on: '', make: () => ({ form: textFile('file', 'essai.txt', 'Un essai.', { category: 'Notes internes' }) }) },
  sharedRule('category', 'fill', documents.upload, ({ name }) => ({ form: textFile('file', 'essai.txt', 'Un essai.', { category: name }) })),
  ...kept('read', documents.download),
  ...kept('read', documents.text),
  ...kept('read', documents.versions),
  ...kept('read', documents.dateProposals),
  ...kept('read', documents.picture, async (id, { app }) => (await makePicture(app, id), { params: { id } })),
  ...kept('read', documents.passage, async (id, { app }) => (await readAs(app, id), { params: { id, passage_id: '0' } })),
  ...kept('write', documents.retry, async (id, world) => (await world.readDocuments(), { params: { id } })),
  ...kept('write', documents.remove),
  ...kept('write', documents.update, (id) => ({ params: { id }, body: { description: 'Autre' } })),
  sharedRule('category', 'fill', documents.update, async ({ name }, world, who) => ({
    params: { id: await world.own(who, 'document') },
    body: { category: name },
  })),
]

/** Adds a passage to a document, as reading it does. */
async function readAs({ db }: MatrixWorld['app'], document_id: string): Promise<void> {
  await sql`
    with indexed as (
      insert into document_index (document_id, index_no, analysis_version, passage_count)
      select ${document_id}::uuid, coalesce(min(index_no), 0) - 1, 1, 1 from document_index
      on conflict (document_id) do nothing returning index_no)
    insert into passage (index_no, position, document_id, text, terms) select index_no, 0, ${document_id}::uuid, 'Des bornes.', 'born' from indexed`.execute(db)
}

/** PNG of one grey pixel. */
const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoAAAAegB5s2G1ewAAAABJRU5ErkJggg==', 'base64')

/** Turns a document into a picture. */
async function makePicture({ db, context }: MatrixWorld['app'], document_id: string): Promise<void> {
  const { id: blob_id, sha256 } = await context.blobs.write(Readable.from([onePixel]))
  await db.updateTable('document').set({ format: 'png', original_filename: 'plan.png', blob_id, sha256 }).where('id', '=', document_id).execute()
}

/** Rules for a library document, a file of a project or of an assistant, and a private document of A. */
function kept(
  act: 'read' | 'write',
  route: Route,
  call: (id: string, world: MatrixWorld) => RouteSample | Promise<RouteSample> = (id) => ({ params: { id } }),
): AccessRule[] {
  return [
    sharedRule('document', act, route, ({ id }, world) => call(id, world)),
    sharedRule('projectFile', act, route, ({ id }, world) => call(id, world)),
    sharedRule('assistantFile', act, route, ({ id }, world) => call(id, world)),
    ownerRule(route, 'A’s document', async (world) => call(await world.privateDocument(), world)),
  ]
}
