import { percentile } from '@parvis/french-search/bench'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { readDemoDocuments } from '../seed/documents/index.ts'
import type { Database } from '../server/src/platform/db/types.ts'
import type { Retrieval } from '../server/src/retrieval/retrieval.ts'

/** Median times of the publication and of the deletion of a document of 25 passages, in milliseconds. */
export type PublicationTimes = {
  publish_ms: number
  /** First question after the publication, which finds the document. The question searches this document only, so that the time is that of the update. */
  after_publish_ms: number
  delete_ms: number
  /** First question after the deletion, in which the document is no longer found. */
  after_delete_ms: number
}

const documentCount = 12
const passageCount = 25

/** Publishes and deletes documents, and asks a question after each. */
export async function measurePublications({ db }: Database, retrieval: Retrieval, category_id: string): Promise<PublicationTimes> {
  const paragraphs = readDemoDocuments()
    .flatMap(({ text }) => text.split('\n'))
    .filter((text) => text.length > 200)
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now()
    await work()
    return performance.now() - startedAt
  }
  // `fillPassages` numbers its indexes by itself.
  await sql`select setval('index_number', 1000000000)`.execute(db)
  const times: Record<keyof PublicationTimes, number[]> = { publish_ms: [], after_publish_ms: [], delete_ms: [], after_delete_ms: [] }
  for (let nth = 0; nth < documentCount; nth++) {
    const id = randomUUID()
    await sql`insert into document (id, category_id, original_filename, blob_id, size, format, state, title)
      values (${id}, ${category_id}, 'essai.md', ${id}, 1, 'md', 'indexe', 'Essai')`.execute(db)
    const pages = Array.from({ length: passageCount }, (_, page) => ({
      page,
      label: null,
      ocr: false,
      blocks: [
        { kind: 'heading' as const, level: 1, text: `Partie ${page}` },
        { kind: 'paragraph' as const, text: paragraphs[(nth * passageCount + page) % paragraphs.length]! },
      ],
    }))
    const ask = async (expected: boolean): Promise<void> => {
      const scope = sql`select id from document where id = ${id} union all select id from document where blob_id = 'd1'`
      const hits = await retrieval.search(db, { question: paragraphs[(nth * passageCount) % paragraphs.length]!.slice(0, 80), scope, limit: 5 })
      if (hits.some(({ document_id }) => document_id === id) !== expected) throw new Error('the index is not up to date')
    }
    const measured = {
      publish_ms: await timed(() => retrieval.indexDocument(db, { document_id: id, title: 'Essai', format: 'md', pages })),
      after_publish_ms: await timed(() => ask(true)),
      delete_ms: await timed(() => sql`delete from document where id = ${id}`.execute(db)),
      after_delete_ms: await timed(() => ask(false)),
    }
    // The first one starts the thread that splits documents.
    if (nth > 0) for (const [name, ms] of Object.entries(measured)) times[name as keyof PublicationTimes].push(ms)
  }
  const median = (name: keyof PublicationTimes): number => percentile(times[name], 0.5)
  return {
    publish_ms: median('publish_ms'),
    after_publish_ms: median('after_publish_ms'),
    delete_ms: median('delete_ms'),
    after_delete_ms: median('after_delete_ms'),
  }
}
