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
 * Records the settings of this instance, after its first heartbeat, and compares them with those of the other running instances of its database. All need the
 * same secret, for sessions; the same store of files, for documents; and the same SMTP relay or the same outbox folder, for mails.
 * @throws {ConfigError} naming the setting that differs
 */
export async function checkSharedSettings(db: Db, { config, instanceId, secret }: Pick<Context, 'config' | 'instanceId' | 'secret'>): Promise<void> {
  const ownMarks = {
    secret_print: createHash('sha256').update('parvis instances\0').update(secret).digest('hex'),
    files_mark: filesMark(config),
    outbox_mark: config.mail.kind === 'outbox' ? folderMark(config.mail.dir) : null,
  }
  await db.updateTable('writer').set(ownMarks).where('id', '=', instanceId).execute()
  const others = await readOthers(db, instanceId)
  const differs = (mark: keyof typeof ownMarks) => others.some((other) => other[mark] !== ownMarks[mark])
  if (differs('secret_print'))
    throw new ConfigError(
      'PARVIS_SECRET',
      config.secret === null
        ? `${otherInstance} a un autre secret que celui que cette instance garde dans son dossier de données\u00a0: donnez à toutes le même PARVIS_SECRET, ou le même dossier partagé.`
        : `${otherInstance} a un autre secret\u00a0: donnez le même à toutes.`,
    )
  if (others.some(({ files_mark }) => storeOf(files_mark) !== storeOf(ownMarks.files_mark)))
    throw config.files.kind === 'folder'
      ? new ConfigError('PARVIS_DATA_DIR', `${otherInstance} range les documents ailleurs\u00a0: donnez à toutes le même dossier partagé.`)
      : new ConfigError('S3_BUCKET', `${otherInstance} range les documents ailleurs\u00a0: donnez à toutes les mêmes S3_ENDPOINT, S3_BUCKET et S3_PREFIX.`)
  if (differs('outbox_mark'))
    throw new ConfigError(
      'SMTP_URL',
      `${otherInstance} envoie les courriels autrement ou les écrit dans un autre dossier\u00a0: donnez à toutes le même relais SMTP_URL.`,
    )
}

/**
 * Compares the folder of files with that of the other running instances, unless every file is in the bucket: a file in the folder of another instance would
 * be taken for missing. Call it after `checkSharedSettings` and `prepareFiles`.
 * @throws {ConfigError}
 */
export async function checkSharedFolder(db: Db, { config, instanceId }: Pick<Context, 'config' | 'instanceId'>): Promise<void> {
  const { target, is_whole } = await db.selectFrom('file_store').select(['target', 'is_whole']).executeTakeFirstOrThrow()
  if ((target === 's3' && is_whole) || (await haveSameFiles(db, { config, instanceId }))) return
  throw new ConfigError(
    'PARVIS_DATA_DIR',
    `des fichiers sont encore dans le dossier de données, et ${otherInstance} en a un autre\u00a0: donnez à toutes le même dossier partagé, ou attendez que npm run admin -- move-files s3 ait fini.`,
  )
}

/** Whether every other running instance uses the same bucket and folder. */
export async function haveSameFiles(db: Db, { config, instanceId }: Pick<Context, 'config' | 'instanceId'>): Promise<boolean> {
  const own = filesMark(config)
  return (await readOthers(db, instanceId)).every(({ files_mark }) => files_mark === own)
}

/** Reads the marks of the other running instances. Operator commands have none. */
const readOthers = (db: Db, instanceId: string) =>
  db
    .selectFrom('writer')
    .where('id', '<>', instanceId)
    .where(sql<boolean>`heartbeat_at > now() - make_interval(secs => ${writerSilenceSeconds})`)
    .where('secret_print', 'is not', null)
    .select(['secret_print', 'files_mark', 'outbox_mark'])
    .execute()

/** Returns the mark of the location of the files: that of the folder, preceded by that of the bucket if one is set. */
function filesMark({ dataDir, files }: Config): string {
  const folder = folderMark(path.join(dataDir, 'fichiers'))
  if (files.kind === 'folder') return folder
  const bucket = createHash('sha256')
    .update(JSON.stringify([files.endpoint, files.bucket, files.prefix]))
    .digest('hex')
  return `${bucket} ${folder}`
}

/** Returns the mark of the store of new files: that of the bucket if one is set, else that of the folder. */
const storeOf = (mark: string | null): string | undefined => mark?.split(' ')[0]

function folderMark(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return readOrCreateFile(path.join(folder, 'marque'), randomUUID)
}
