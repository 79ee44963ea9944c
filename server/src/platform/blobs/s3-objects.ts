import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import type { ObjectStore } from './object-store.ts'
import { createS3Client, defaultTimeouts, isNoSuchKey, listKeys, whileAvailable } from './s3-client.ts'
import type { S3Settings } from '../config/read-files.ts'

/** Opens the internal objects of a bucket. Calls throw `files.unavailable` as those of `BlobStore` do. */
export function createS3Objects(settings: S3Settings): ObjectStore {
  const { bucket: Bucket, prefix } = settings
  const client = createS3Client(settings, defaultTimeouts)
  const missingIsNull = async <T>(request: Promise<T>): Promise<T | null> => {
    try {
      return await request
    } catch (error) {
      if (isNoSuchKey(error)) return null
      throw error
    }
  }
  return {
    put: (key, content) =>
      whileAvailable(async () => {
        await client.send(new PutObjectCommand({ Bucket, Key: prefix + key, Body: content, ContentLength: content.byteLength }))
      }),
    get: (key) =>
      whileAvailable(async () => {
        const found = await missingIsNull(client.send(new GetObjectCommand({ Bucket, Key: prefix + key })))
        if (found === null) return null
        // A page of a proxy has no ETag.
        const content = found.Body as Readable
        if (found.ETag === undefined) {
          content.destroy()
          throw new Error('not the answer of a store')
        }
        return buffer(content)
      }),
    list: (keyPrefix) =>
      whileAvailable(async () => {
        const keys: string[] = []
        for await (const page of listKeys(client, Bucket, prefix + keyPrefix)) keys.push(...page.map((key) => key.slice(prefix.length)))
        return keys
      }),
    remove: (key) => whileAvailable(async () => void (await missingIsNull(client.send(new DeleteObjectCommand({ Bucket, Key: prefix + key }))))),
  }
}
