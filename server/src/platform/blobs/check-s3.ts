import { randomUUID } from 'node:crypto'
import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectLockConfigurationCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { ConfigError } from '../config/read-settings.ts'
import { markKey } from './object-store.ts'
import { isBlobId } from './port.ts'
import { createS3Client, isNoSuchKey, listKeys, s3Failure } from './s3-client.ts'
import type { S3Settings } from '../config/read-files.ts'

/** Timeouts of the startup checks, in milliseconds: an unreachable store is reported within twenty seconds. */
const startTimeouts = { connect: 3_000, answer: 5_000, idle: 5_000 }

/** Object versioning and object lock of a bucket, which retain deleted files; null: unknown. */
type BucketRetention = { versions: boolean | null; locks: boolean | null }

/**
 * Checks that the store answers, that the access key may list, write, read and delete under the prefix, and that the prefix has the mark of this instance.
 * The first start writes the mark.
 * @param mark mark of this instance, from its database
 * @param isMarked whether the mark was written by an earlier start
 * @throws {ConfigError} naming the setting to correct; also when the prefix has files of another instance: the sweep of stray files would delete them
 */
export async function checkS3(settings: S3Settings, mark: string, isMarked: boolean, timeouts = startTimeouts): Promise<BucketRetention> {
  const client = createS3Client(settings, timeouts)
  try {
    await checkRights(client, settings)
    await checkMark(client, settings, { mark, isMarked })
    return await readRetention(client, settings)
  } catch (error) {
    throw startError(error)
  } finally {
    client.destroy()
  }
}

async function checkRights(client: S3Client, { bucket: Bucket, prefix }: S3Settings): Promise<void> {
  const { Name } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }))
  if (Name !== Bucket) throw new ConfigError('S3_ENDPOINT', 'ce qui y répond n’est pas un stockage objet compatible S3.')
  const Key = `${prefix}essai-${randomUUID()}`
  const text = randomUUID()
  const remove = () =>
    client.send(new DeleteObjectCommand({ Bucket, Key })).catch((error: unknown) => {
      if (!isNoSuchKey(error)) throw error
    })
  // First, so that repeated starts with a key that may not delete leave nothing in the bucket.
  await remove()
  await client.send(new PutObjectCommand({ Bucket, Key, Body: text }))
  const read = await client
    .send(new GetObjectCommand({ Bucket, Key }))
    .then(({ Body }) => Body?.transformToString())
    .finally(remove)
  if (read !== text) throw new ConfigError('S3_ENDPOINT', 'ce stockage ne rend pas ce qui vient d’y être écrit.')
}

async function checkMark(client: S3Client, settings: S3Settings, { mark, isMarked }: { mark: string; isMarked: boolean }): Promise<void> {
  const { bucket: Bucket, prefix } = settings
  const Key = prefix + markKey
  const found = await client.send(new GetObjectCommand({ Bucket, Key })).then(
    ({ Body }) => Body?.transformToString(),
    (error: unknown) => {
      if (isNoSuchKey(error)) return null
      throw error
    },
  )
  if (found === mark) return
  if (found !== null)
    throw new ConfigError('S3_BUCKET', 'ce bac a les fichiers d’une autre instance\u00a0: donnez à celle-ci un autre bac, ou un autre S3_PREFIX.')
  if (isMarked) throw new ConfigError('S3_BUCKET', 'les fichiers de cette instance n’y sont pas\u00a0: donnez le bac et le S3_PREFIX où ils ont été rangés.')
  if (await hasFiles(client, settings))
    throw new ConfigError('S3_BUCKET', 'ce bac a déjà des fichiers, qui ne sont pas de cette instance\u00a0: donnez-lui un autre S3_PREFIX.')
  await client.send(new PutObjectCommand({ Bucket, Key, Body: mark }))
}

/** Whether there are files under the prefix; other objects do not count. Reads the whole listing when there are none, at the first start only. */
async function hasFiles(client: S3Client, { bucket: Bucket, prefix }: S3Settings): Promise<boolean> {
  for await (const keys of listKeys(client, Bucket, prefix)) if (keys.some((key) => isBlobId(key.slice(prefix.length)))) return true
  return false
}

/** Reads whether the bucket retains deleted objects. A store without these calls, or a key without the right to them, gives null. */
async function readRetention(client: S3Client, { bucket: Bucket }: S3Settings): Promise<BucketRetention> {
  const versions = await client.send(new GetBucketVersioningCommand({ Bucket })).then(
    ({ Status }) => Status === 'Enabled',
    () => null,
  )
  const locks = await client.send(new GetObjectLockConfigurationCommand({ Bucket })).then(
    ({ ObjectLockConfiguration }) => ObjectLockConfiguration?.ObjectLockEnabled === 'Enabled',
    (error: unknown) => (s3Failure(error).status === 404 ? false : null),
  )
  return { versions, locks }
}

/** Converts a failure of the store to a `ConfigError` on the setting to correct. */
function startError(error: unknown): unknown {
  if (error instanceof ConfigError) return error
  const { name, status } = s3Failure(error)
  const options = { cause: error }
  if (name === 'NoSuchBucket') return new ConfigError('S3_BUCKET', 'ce bac n’existe pas dans le stockage objet\u00a0: créez-le d’abord.', options)
  if (name === 'InvalidAccessKeyId') return new ConfigError('S3_ACCESS_KEY_ID', 'le stockage objet ne connaît pas cette clé.', options)
  if (name === 'SignatureDoesNotMatch') return new ConfigError('S3_SECRET_ACCESS_KEY', 'ce n’est pas le secret de cette clé.', options)
  if (status === 403)
    return new ConfigError('S3_ACCESS_KEY_ID', 'cette clé doit avoir le droit de lister le bac, et d’y écrire, lire et supprimer des objets.', options)
  if (status === 301 || /Location|Region|AuthorizationHeaderMalformed/.test(name))
    return new ConfigError('S3_REGION', 'le stockage objet attend une autre région pour ce bac.', options)
  const code = (error as { code?: unknown } | null)?.code
  const detail = typeof code === 'string' ? code : status === null ? name : `${status} ${name}`
  return new ConfigError(
    'S3_ENDPOINT',
    `le stockage objet ne répond pas comme il le devrait (${detail}). Rien n’est perdu\u00a0: relancez quand il répond.`,
    options,
  )
}
