import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { ConfigError } from '../platform/config/read-settings.ts'
import type { Db } from '../platform/db/schema/index.ts'

/**
 * Checks the configured file store before anything is stored, and records the target of new files. When a bucket is set on an instance with files in its
 * folder, both are read until `npm run admin -- move-files s3` has moved them.
 * @throws {ConfigError} when the store cannot be used, or when the settings do not lead to the files of this instance
 */
export async function prepareFiles({ config, db, log }: Pick<Context, 'config' | 'db' | 'log'>): Promise<void> {
  const { files } = config
  const store = await db.selectFrom('file_store').selectAll().executeTakeFirstOrThrow()
  if (files.kind === 'folder') {
    if (store.target === 's3' || !store.is_whole)
      throw new ConfigError(
        'S3_ENDPOINT',
        'des fichiers sont dans un stockage objet\u00a0: redonnez les réglages S3_…, ou ramenez-les d’abord par npm run admin -- move-files dossier.',
      )
    // The bucket is no longer used: the next one may be another.
    if (store.is_moved_back) await db.updateTable('file_store').set({ is_moved_back: false, is_marked: false }).execute()
    return
  }
  const { checkS3 } = await import('../platform/blobs/check-s3.ts')
  const retained = await checkS3(files, await readOrCreateMark(db), store.is_marked)
  if (retained.versions || retained.locks) log.warn(retained, 'the bucket retains erased files: versions of objects, or their lock, are on')
  const isNewHere = store.target === 'dossier' && store.is_whole && !store.is_moved_back
  const location = isNewHere ? { target: 's3' as const, is_whole: !(await hasFiles(db)) } : {}
  const { target, is_whole } = await db
    .updateTable('file_store')
    .set({ is_marked: true, ...location })
    .returning(['target', 'is_whole'])
    .executeTakeFirstOrThrow()
  if (target === 'dossier') log.warn({}, 'files are stored in the folder: they were moved back there; remove the S3 settings')
  else if (!is_whole) log.warn({}, 'some files are still in the folder: move them (npm run admin -- move-files s3)')
}

/** Returns the mark of the instance, generated at the first start with a bucket. Instances that start together get the same one. */
async function readOrCreateMark(db: Db): Promise<string> {
  const { rows } = await sql<{ mark: string }>`update file_store set mark = coalesce(mark, gen_random_uuid()) returning mark`.execute(db)
  return rows[0]!.mark
}

async function hasFiles(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from document where blob_id is not null) or exists (select from corpus_import where blob_id is not null) as any`.execute(db)
  return rows[0]!.any
}
