import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import { fileForm } from '../documents/documents.fixture.ts'
import { waitForReading } from './wait-for-reading.ts'

const app = openTestApp()
const { ana } = people(app, { ana: {} })

it('a long scan that was there before is not waited for at each question, and is named as being read', async () => {
  const form = fileForm('registre.txt', 'Le registre des délibérations.', {}, 'document')
  const { document_id } = (await app.call(routes.library.upload, { token: ana.token, form })).body
  // What the short lane could not read at once, an hour ago.
  await app.db.updateTable('job').set({ lane: 'long' }).where('document_id', '=', document_id).execute()
  await app.db
    .updateTable('document')
    .set({ created_at: sql<string>`now() - interval '1 hour'` })
    .where('id', '=', document_id)
    .execute()
  const gone = AbortSignal.timeout(5_000)
  const reading = await waitForReading(app.context, { owner_id: ana.id, documents: [document_id] }, gone)
  expect(reading).toEqual({ pending: ['registre.txt'], ready: 0, failed: [] })
})

it('one that was just loaded is waited for, whatever its lane', async () => {
  const form = fileForm('note.txt', 'La note de service.', {}, 'document')
  const { document_id } = (await app.call(routes.library.upload, { token: ana.token, form })).body
  await app.db.updateTable('job').set({ lane: 'long' }).where('document_id', '=', document_id).execute()
  const reading = waitForReading(app.context, { owner_id: ana.id, documents: [document_id] }, AbortSignal.timeout(30_000))
  await app.context.worker.drain()
  expect(await reading).toEqual({ pending: [], ready: 1, failed: [] })
})
