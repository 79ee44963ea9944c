import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { ConfigError } from '../platform/config/read-settings.ts'
import type { Db } from '../platform/db/schema/index.ts'
import { readOrCreateFile } from '../platform/create-file-once.ts'
import { writerSilenceSeconds } from '../replies/usage.ts'

/** A process that shares its database with others. */
type SharedInstance = { id: string; secret: Uint8Array; dataDir: string }

/**
 * Compares this process with the others that use the same database, after its first heartbeat. All must have the same secret, or a session opened on one
 * is refused by another, and the same files folder, or a document uploaded on one cannot be read on another.
 * @throws {ConfigError} naming the setting that differs
 */
export async function checkSharedSettings(db: Db, { id, secret, dataDir }: SharedInstance): Promise<void> {
  const files = path.join(dataDir, 'fichiers')
  mkdirSync(files, { recursive: true, mode: 0o700 })
  const ownMarks = {
    secret_print: createHash('sha256').update('parvis instances\0').update(secret).digest('hex'),
    files_mark: readOrCreateFile(path.join(files, 'marque'), randomUUID),
  }
  await db.updateTable('writer').set(ownMarks).where('id', '=', id).execute()
  const others = await db
    .selectFrom('writer')
    .where('id', '<>', id)
    .where(sql<boolean>`heartbeat_at > now() - make_interval(secs => ${writerSilenceSeconds})`)
    .where('secret_print', 'is not', null)
    .select(['secret_print', 'files_mark'])
    .execute()
  const otherInstance = 'une autre instance, en marche sur la même base ou arrêtée à l’instant'
  if (others.some(({ secret_print }) => secret_print !== ownMarks.secret_print))
    throw new ConfigError('PARVIS_SECRET', `${otherInstance}, a un autre secret\u00a0: donnez le même à toutes.`)
  if (others.some(({ files_mark }) => files_mark !== ownMarks.files_mark))
    throw new ConfigError('PARVIS_DATA_DIR', `${otherInstance}, range les documents ailleurs\u00a0: donnez à toutes le même dossier partagé.`)
}
