import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoQuestions } from '../../../../seed/documents/questions.ts'
import { createInProcessExtractor } from '../../adapters/text-extraction/in-process-extractor.ts'
import { enqueue } from '../../jobs/queue.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { findCategory } from '../documents/categories.ts'
import { searchSources } from './search-sources.ts'

// The whole corpus, through the queue, as at a first start.
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.context.extractor = createInProcessExtractor()
  await enqueue(app.db, 'seed_documents', null)
  await app.context.worker.drain()
})
afterAll(() => app.close())

/** Of thirty questions of each kind. A floor between the two kinds cannot be right about every one. */
const tolerated = 2

const sourcesFor = async (question: string, category: string): Promise<string[]> => {
  const { id } = (await findCategory(app.db, category))!
  return (await searchSources(app.context, { category_id: id }, question)).sources.map(({ document }) => document)
}

test('every demonstration document is indexed', async () => {
  expect(await app.db.selectFrom('document').where('state', '<>', 'indexe').select(['original_filename', 'state_reason']).execute()).toEqual([])
})

test('questions that the documents answer find the right one', async () => {
  const missed: string[] = []
  for (const { question, category, document } of demoQuestions) {
    if (document !== null && !(await sourcesFor(question, category)).includes(document)) missed.push(question)
  }
  expect(missed.length, missed.join(' ')).toBeLessThanOrEqual(tolerated)
})

test('LLM-11 questions about anything else find nothing', async () => {
  const invented: string[] = []
  for (const { question, category, document } of demoQuestions) {
    if (document === null && (await sourcesFor(question, category)).length > 0) invented.push(question)
  }
  expect(invented.length, invented.join(' ')).toBeLessThanOrEqual(tolerated)
})
