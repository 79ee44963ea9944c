import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Config } from '../platform/config/config.ts'
import { ConfigError } from '../platform/config/read-settings.ts'
import type { Db } from '../platform/db/schema/index.ts'
import { readOrCreateFile } from '../platform/create-file-once.ts'
import { writerSilenceSeconds } from '../replies/usage.ts'

const otherInstance = 'une autre instance, en marche sur la même base ou arrêtée à l’instant,'

/**
 * Compares this process with the others that use the same database, after its first heartbeat. All must have the same secret, or a session opened on one
 * is refused by another; the same files, or a document uploaded on one cannot be read on another; and the same relay of mails or the same folder of mails,
 * or some mails wait where nobody looks.
 * @throws {ConfigError} naming the setting that differs
 */
export async function checkSharedSettings(db: Db, { config, instanceId, secret }: Pick<Context, 'config' | 'instanceId' | 'secret'>): Promise<void> {
  const ownMarks = {
    secret_print: createHash('sha256').update('parvis instances\0').update(secret).digest('hex'),
    files_mark: filesMark(config),
    outbox_mark: config.mail.kind === 'outbox' ? folderMark(config.mail.dir) : null,
  }
  await db.updateTable('writer').set(ownMarks).where('id', '=', instanceId).execute()
  const others = await db
    .selectFrom('writer')
    .where('id', '<>', instanceId)
    .where(sql<boolean>`heartbeat_at > now() - make_interval(secs => ${writerSilenceSeconds})`)
    .where('secret_print', 'is not', null)
    .select(['secret_print', 'files_mark', 'outbox_mark'])
    .execute()
  const differs = (mark: keyof typeof ownMarks) => others.some((other) => other[mark] !== ownMarks[mark])
  if (differs('secret_print'))
    throw new ConfigError(
      'PARVIS_SECRET',
      config.secret === null
        ? `${otherInstance} a un autre secret que celui que cette instance garde dans son dossier de données\u00a0: donnez à toutes le même PARVIS_SECRET, ou le même dossier partagé.`
        : `${otherInstance} a un autre secret\u00a0: donnez le même à toutes.`,
    )
  if (differs('files_mark'))
    throw config.files.kind === 'folder'
      ? new ConfigError('PARVIS_DATA_DIR', `${otherInstance} range les documents ailleurs\u00a0: donnez à toutes le même dossier partagé.`)
      : new ConfigError('S3_BUCKET', `${otherInstance} range les documents ailleurs\u00a0: donnez à toutes les mêmes S3_ENDPOINT, S3_BUCKET et S3_PREFIX.`)
  if (differs('outbox_mark'))
    throw new ConfigError(
      'SMTP_URL',
      `${otherInstance} envoie les courriels autrement ou les écrit dans un autre dossier\u00a0: donnez à toutes le même relais SMTP_URL.`,
    )
}

/** Returns a mark of the place of the files: equal for instances that share them. */
function filesMark({ dataDir, files }: Config): string {
  if (files.kind === 'folder') return folderMark(path.join(dataDir, 'fichiers'))
  return createHash('sha256')
    .update(JSON.stringify([files.endpoint, files.bucket, files.prefix]))
    .digest('hex')
}

function folderMark(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return readOrCreateFile(path.join(folder, 'marque'), randomUUID)
}
