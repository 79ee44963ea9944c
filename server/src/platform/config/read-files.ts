import { ConfigError, type SettingReader } from './read-settings.ts'

/** Access to an S3-compatible store. `prefix` begins every key. */
export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  prefix: string
  forcePathStyle: boolean
}

/** Where uploaded files are: a folder of the data directory, or an S3-compatible store. */
export type FilesConfig = { kind: 'folder' } | ({ kind: 's3' } & S3Settings)

const requiredS3Settings = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/**
 * Reads the `S3_…` settings.
 * @throws {ConfigError} for a wrong value, and when only some of the required settings are given
 */
export function readFiles(read: SettingReader): FilesConfig {
  const [endpoint, bucket, accessKeyId, secretAccessKey] = requiredS3Settings.map((name) => read(name))
  const [region, prefix, forcePathStyle] = [read('S3_REGION'), read('S3_PREFIX'), read('S3_FORCE_PATH_STYLE')]
  const missing = requiredS3Settings.filter((name) => read(name) === null)
  if (missing.length === requiredS3Settings.length && (region ?? prefix ?? forcePathStyle) === null) return { kind: 'folder' }
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey)
    throw new ConfigError(missing[0]!, `il manque, et va avec les autres réglages S3_… : donnez-les tous, ou aucun.`)
  return {
    kind: 's3',
    endpoint,
    bucket,
    accessKeyId,
    secretAccessKey,
    region: region ?? 'us-east-1',
    prefix: prefix ?? '',
    forcePathStyle: forcePathStyle ?? true,
  }
}
