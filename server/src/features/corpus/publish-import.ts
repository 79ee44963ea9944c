import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { removeBlobs } from '../../platform/remove-blobs.ts'
import { deleteStrayPassages } from '../../retrieval/article-store.ts'
import { notifyChanges } from './notify-changes.ts'
import { publishIndexes } from './search/publish-indexes.ts'
import type { Db } from '../../platform/db/schema/index.ts'

/**
 * Publishes a complete import: in one transaction, its articles take the place of those of the corpus. A whole pack replaces all of them; one that completes
 * another replaces or removes its own. The search follows at once. Records what changed, unless it is the first import of the corpus.
 * @throws {AppError} `request.not_found` when the import was removed meanwhile
 */
export async function publishImport(context: Context, id: string): Promise<void> {
  const blob_id = await context.db.transaction().execute(async (trx) => {
    const found = await trx.selectFrom('corpus_import').selectAll().where('id', '=', id).where('state', '=', 'en_cours').forUpdate().executeTakeFirst()
    if (found === undefined) throw new AppError('request.not_found')
    const former = await trx
      .selectFrom('corpus_import')
      .select('id')
      .where('source', '=', found.source)
      .where('name', '=', found.name)
      .where('state', '=', 'publie')
      .execute()
    const formerIds = former.map((row) => row.id)
    if (formerIds.length > 0) await recordChanges(trx, id, { formerIds, isWhole: found.based_on === null, removed: found.removed })
    if (found.based_on !== null) await deleteReplaced(trx, id, formerIds, found.removed)
    else if (formerIds.length > 0) await trx.updateTable('corpus_import').set({ state: 'remplace' }).where('id', 'in', formerIds).execute()
    await trx.updateTable('corpus_import').set({ state: 'publie', blob_id: null, finished_at: context.now() }).where('id', '=', id).execute()
    await publishIndexes(trx, found)
    return found.blob_id
  })
  if (blob_id !== null) await removeBlobs(context, [blob_id])
  await deleteFormer(context.db)
  await deleteStrayPassages(context.db)
  await notifyChanges(context, id)
}

type Former = { formerIds: readonly string[]; isWhole: boolean; removed: readonly string[] }

async function recordChanges(trx: Db, id: string, { formerIds, isWhole, removed }: Former): Promise<void> {
  const isRemoved = isWhole ? sql`true` : sql`former.pack_id = any(${[...removed]}::text[])`
  await sql`
    with new as (select code, number, number_key, digest from corpus_article where import_id = ${id}::uuid),
      former as (select pack_id, code, number, number_key, digest from corpus_article where import_id = any(${[...formerIds]}::uuid[]))
    insert into corpus_change (import_id, code, number, kind)
    select ${id}::uuid, new.code, new.number, case when former.digest is null then 'ajoute' else 'change' end
      from new left join former using (code, number_key) where former.digest is distinct from new.digest
    union
    select ${id}::uuid, former.code, former.number, 'retire' from former
      where ${isRemoved} and not exists (select 1 from new where new.code = former.code and new.number_key = former.number_key)
    on conflict do nothing`.execute(trx)
}

async function deleteReplaced(trx: Db, id: string, formerIds: readonly string[], removed: readonly string[]): Promise<void> {
  // Lists of two columns, which the database hashes: a condition on pairs of articles would compare each former one with each new one.
  await sql`
    delete from corpus_article former where former.import_id = any(${[...formerIds]}::uuid[])
      and (former.pack_id = any(${[...removed]}::text[])
        or former.pack_id in (select pack_id from corpus_article where import_id = ${id}::uuid)
        or (former.code, former.number_key) in (select code, number_key from corpus_article where import_id = ${id}::uuid))`.execute(trx)
}

const articlesPerDeletion = 5_000

/** Deletes the imports that another replaced, some articles at a time: one long deletion would hold locks. */
async function deleteFormer(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      delete from corpus_article where id in (
        select a.id from corpus_article a join corpus_import i on i.id = a.import_id where i.state = 'remplace' limit ${articlesPerDeletion})
      returning id`.execute(db)
    if (rows.length < articlesPerDeletion) break
  }
  await db.deleteFrom('corpus_import').where('state', '=', 'remplace').execute()
}
