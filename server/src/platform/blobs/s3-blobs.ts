import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { PassThrough, pipeline, type Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type HeadObjectCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { checkedBlobId, isBlobId, type BlobId, type BlobStore, type StoredBlob } from './port.ts'
import { createPrivateFiles, verified, type PrivateFile } from './private-files.ts'
import { createS3Client, defaultTimeouts, isNoSuchKey, s3Failure, unavailable, whileAvailable, type S3Timeouts } from './s3-client.ts'
import type { S3Settings } from '../config/read-files.ts'

const sendAttempts = 4
const firstRetryMs = 200
/** Timeout of `isUp`: below the two seconds that HAProxy gives `/health/ready`, or a silent store would take every instance out of service. */
const upTimeoutMs = 1_000
/** Minimum rate of an upload, in bytes per millisecond: a slower one may time out. */
const minUploadRate = 250

type Bucket = { client: S3Client; settings: S3Settings; timeouts: S3Timeouts }

const keyOf = ({ settings: { bucket, prefix } }: Bucket, id: BlobId) => ({ Bucket: bucket, Key: prefix + checkedBlobId(id) })

/**
 * Creates a file store in a bucket of an S3-compatible store (decision 0051). A file is received into a local temporary file, then sent in one request of
 * known length: after a multipart upload, one store returned the bytes in another order.
 * @param temporaryDir folder of the temporary files
 */
export function createS3Blobs(settings: S3Settings, temporaryDir: string, timeouts = defaultTimeouts): BlobStore {
  const bucket: Bucket = { client: createS3Client(settings, timeouts), settings, timeouts }
  const { client } = bucket
  const privateFiles = createPrivateFiles(temporaryDir)
  const read: BlobStore['read'] = async (id, sha256 = null) => {
    const found = await whileAvailable(() => openObject(bucket, id))
    if (found === null) return null
    return { content: verified(mapStreamErrors(found.content), found.size, sha256 ?? found.sha256), size: found.size }
  }

  return {
    write: (content, inspect) =>
      privateFiles.withFile(content, async (file) => {
        await inspect?.(file.path)
        return storeFile(bucket, randomUUID(), file)
      }),
    put: (id, file) => privateFiles.withFile(createReadStream(file), (copy) => storeFile(bucket, id, copy)),
    read,
    async withPath(id, work, sha256) {
      const found = await read(id, sha256)
      // The stream is already read to its end, unless the temporary file could not be created.
      return found === null ? null : privateFiles.withFile(found.content, (file) => work(file.path)).finally(() => found.content.destroy())
    },
    stat: (id) =>
      whileAvailable(async () => {
        const found = await headObject(bucket, id)
        return found === null ? null : { size: found.ContentLength ?? 0, sha256: found.Metadata?.['sha256'] ?? null }
      }),
    remove: (id) =>
      whileAvailable(async () => {
        await client.send(new DeleteObjectCommand(keyOf(bucket, id))).catch((error: unknown) => {
          if (!isNoSuchKey(error)) throw error
        })
      }),
    async *olderThan(ageMs) {
      let next: string | undefined
      do {
        const page = await whileAvailable(() => listPage(bucket, next))
        yield page.files.flatMap(({ id, at }) => (page.date.getTime() - at.getTime() > ageMs ? [id] : []))
        next = page.next
      } while (next !== undefined)
    },
    isUp: () =>
      client.send(new HeadBucketCommand({ Bucket: settings.bucket }), { abortSignal: AbortSignal.timeout(upTimeoutMs) }).then(
        () => true,
        () => false,
      ),
    deleteUnfinished: (idleMs) => privateFiles.deleteIdle(idleMs),
  }
}

/** Sends a file, then checks that the store has it. */
function storeFile(bucket: Bucket, id: BlobId, file: PrivateFile): Promise<StoredBlob> {
  return whileAvailable(async () => {
    await sendFile(bucket, id, file)
    const stored = await headObject(bucket, id)
    if (stored === null || stored.ContentLength !== file.size || (stored.Metadata?.['sha256'] ?? file.sha256) !== file.sha256)
      throw new Error('the store does not have what it was sent')
    return { id, size: file.size, sha256: file.sha256 }
  })
}

async function headObject(bucket: Bucket, id: BlobId): Promise<HeadObjectCommandOutput | null> {
  try {
    return await bucket.client.send(new HeadObjectCommand(keyOf(bucket, id)))
  } catch (error) {
    if (s3Failure(error).status !== 404) throw error
    // An answer to HEAD has no body, thus no error code: only GET tells a missing file from a missing bucket or a page of a proxy.
    const found = await openObject(bucket, id)
    if (found === null) return null
    found.content.destroy()
    throw error
  }
}

async function openObject(bucket: Bucket, id: BlobId): Promise<{ content: Readable; size: number; sha256: string | null } | null> {
  try {
    const { Body, ContentLength, ETag, Metadata } = await bucket.client.send(new GetObjectCommand(keyOf(bucket, id)))
    const content = Body as Readable
    // A page of a proxy has no ETag.
    if (ContentLength === undefined || ETag === undefined) {
      content.destroy()
      throw new Error('not the answer of a store')
    }
    return { content, size: ContentLength, sha256: Metadata?.['sha256'] ?? null }
  } catch (error) {
    if (isNoSuchKey(error)) return null
    throw error
  }
}

/** Sends a file in one request, retried when the store does not answer or is overloaded. The store checks the digest, which is part of the signature. */
async function sendFile(bucket: Bucket, id: BlobId, { path, size, sha256 }: PrivateFile): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const body = createReadStream(path)
    try {
      const command = new PutObjectCommand({
        ...keyOf(bucket, id),
        Body: body,
        ContentLength: size,
        ContentType: 'application/octet-stream',
        Metadata: { sha256 },
      })
      command.middlewareStack.add(
        (next) => (args) => {
          ;(args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256
          return next(args)
        },
        { step: 'build' },
      )
      await bucket.client.send(command, { requestTimeout: bucket.timeouts.answer + size / minUploadRate })
      return
    } catch (error) {
      const { name, status } = s3Failure(error)
      // After this error, the client has adopted the clock of the store.
      const isFinal = (status === 403 && name !== 'RequestTimeTooSkewed') || status === 404
      if (attempt === sendAttempts || isFinal) throw error
      await delay(firstRetryMs * 2 ** (attempt - 1))
    } finally {
      body.destroy()
    }
  }
}

type ListedPage = { files: { id: BlobId; at: Date }[]; date: Date; next: string | undefined }

/** Lists one page. `date` is the clock of the store, from the same answer. */
async function listPage({ client, settings: { bucket, prefix } }: Bucket, token: string | undefined): Promise<ListedPage> {
  const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token })
  let clock = ''
  command.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      clock = (result.response as { headers: Record<string, string> }).headers['date'] ?? ''
      return result
    },
    { step: 'deserialize', priority: 'low' },
  )
  const { Name, Contents = [], IsTruncated, NextContinuationToken } = await client.send(command)
  const date = new Date(clock)
  // A page of a proxy parses as an empty listing, but does not name the bucket.
  if (Name !== bucket || Number.isNaN(date.getTime())) throw new Error('not a listing of this bucket')
  if (IsTruncated && NextContinuationToken === undefined) throw new Error('a listing without its next page')
  const files = Contents.flatMap(({ Key = '', LastModified }) => {
    const id = Key.slice(prefix.length)
    return isBlobId(id) && LastModified !== undefined ? [{ id, at: LastModified }] : []
  })
  return { files, date, next: IsTruncated ? NextContinuationToken : undefined }
}

/** Wraps a stream to convert its errors, such as a lost connection, to `files.unavailable`. */
function mapStreamErrors(source: Readable): Readable {
  const out = new PassThrough({ destroy: (error, done) => done(error && unavailable(error)) })
  pipeline(source, out, () => {})
  return out
}
