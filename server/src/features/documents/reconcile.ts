import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { outdatedDocuments } from '../../retrieval/store.ts'

const idsPerQuery = 500

/**
 * Enqueues the documents that are not indexed as they should be: interrupted ones without a job, lost indexes, and indexes of another version of the
 * analysis (trust case REL-20). While the demonstration documents are being added, waiting documents without a job are left to that job.
 * @returns the number of documents enqueued
 */
export async function queueUnindexed(context: Context): Promise<number> {
  const { db } = context
  const { rows } = await sql<{ id: string }>`
    select d.id from document d
    where not exists (select 1 from job j where j.document_id = d.id)
      and (d.state = 'en_cours'
        or (d.state = 'en_attente' and not exists (select 1 from job where kind = 'seed_documents'))
        or (d.state = 'indexe' and d.corpus_code is null and not exists (select 1 from document_index i where i.document_id = d.id)))`.execute(db)
  // Documents already queued are skipped: instances that start together would interrupt one another.
  const queued = new Set((await db.selectFrom('job').where('document_id', 'is not', null).select('document_id').execute()).map((job) => job.document_id))
  const ids = new Set([...rows.map(({ id }) => id), ...(await outdatedDocuments(db)).filter((id) => !queued.has(id))])
  for (const id of ids) await enqueue(db, 'index_document', id)
  if (ids.size > 0) context.worker.wake()
  return ids.size
}

/**
 * Deletes the files that no document and no import of a corpus uses: those of deleted accounts and of interrupted uploads. Files younger than `ageMs` may
 * belong to an upload in progress. Ends at the first failed listing.
 * @returns `listed`: number of files older than `ageMs`
 * @param onPage called before the files of each page are deleted; an error ends the sweep
 */
export async function sweepFiles(context: Context, ageMs: number, onPage: () => Promise<void> = async () => {}): Promise<{ removed: number; listed: number }> {
  await context.blobs.deleteUnfinished(ageMs)
  const count = { removed: 0, listed: 0 }
  for await (const page of context.blobs.olderThan(ageMs)) {
    await onPage()
    count.listed += page.length
    for (let index = 0; index < page.length; index += idsPerQuery) count.removed += await removeStray(context, page.slice(index, index + idsPerQuery))
  }
  return count
}

/** Deletes those of these files that nothing uses. @returns the number of files deleted */
async function removeStray({ db, blobs }: Context, ids: readonly string[]): Promise<number> {
  const documentBlobs = await db.selectFrom('document').where('blob_id', 'in', ids).select('blob_id').execute()
  const corpusBlobs = await db.selectFrom('corpus_import').where('blob_id', 'in', ids).select('blob_id').execute()
  const usedBlobs = new Set([...documentBlobs, ...corpusBlobs].map(({ blob_id }) => blob_id))
  const stray = ids.filter((blob) => !usedBlobs.has(blob))
  for (const id of stray) await blobs.remove(id)
  return stray.length
}
