import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { readDemoDocuments } from '../../../seed/documents/index.ts'
import { seedDocumentsHandler } from './seed-documents.ts'
import { openTestApp } from '../testing/open-test-app.ts'

const app = openTestApp()

const job = { id: '', kind: 'seed_documents' as const, document_id: null, lane: 'long' as const, person_id: null, attempts: 1 }
const count = async (table: 'document' | 'job') => (await app.db.selectFrom(table).select('id').execute()).length

test('interrupted, the demonstration documents go on where they were, each once', async () => {
  const admin = await app.createUser({ is_admin: true, first_name: 'Zoé' })
  const handler = seedDocumentsHandler(app.context)
  const all = readDemoDocuments()
  const stop = new AbortController()
  let added = 0
  const report = () => {
    added += 1
    if (added === 10) stop.abort(new Error('the process stops'))
  }
  await expect(handler.run({ job, signal: stop.signal, report })).rejects.toThrow('the process stops')
  expect(await count('document')).toBe(10)
  await handler.run({ job, signal: new AbortController().signal, report: () => {} })
  expect(await count('document')).toBe(all.length)
  expect(await count('job')).toBe(all.length)
  const { body } = await app.call(routes.documents.list, { token: admin.token, query: { category: 'Documentation RH' } })
  expect(body.documents.length).toBe(all.filter(({ category }) => category === 'Documentation RH').length)
  expect(body.documents[0]).toMatchObject({ uploader_name: 'Zoé', can_edit: true, description: expect.stringContaining('Licence Ouverte 2.0') })
})
