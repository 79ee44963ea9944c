import { ListObjectsV2Command, S3Client, type S3ServiceException } from '@aws-sdk/client-s3'
import type { S3Settings } from '../config/read-files.ts'
import { AppError } from '../errors/app-error.ts'

/** Timeouts, in milliseconds: of the connection, of the response headers, of an idle socket. */
export type S3Timeouts = { connect: number; answer: number; idle: number }

export const defaultTimeouts: S3Timeouts = { connect: 3_000, answer: 15_000, idle: 60_000 }

/** Attempts of one request. Uploads are retried by `sendFile` instead: the client cannot send a stream again. */
const maxAttempts = 3

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** Creates an S3 client. Its checksums are off: not every store supports them, and every file has a SHA-256. */
export function createS3Client(
  { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle }: S3Settings,
  { connect, answer, idle }: S3Timeouts,
): S3Client {
  return new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    logger: silent,
    requestHandler: { connectionTimeout: connect, requestTimeout: answer, socketTimeout: idle, throwOnRequestTimeout: true },
  })
}

/** Returns the name and HTTP status of an error of the client; null without a response. */
export function s3Failure(error: unknown): { name: string; status: number | null } {
  const { name = 'unknown', $metadata } = (error ?? {}) as Partial<S3ServiceException>
  return { name, status: $metadata?.httpStatusCode ?? null }
}

/** Whether an error means that the file is missing. A missing bucket, a refusal or a page of a proxy does not. */
export function isNoSuchKey(error: unknown): boolean {
  const { name, status } = s3Failure(error)
  return status === 404 && name === 'NoSuchKey'
}

/** Lists the keys under a prefix, by pages. @throws when an answer is not a listing of the bucket */
export async function* listKeys(client: S3Client, Bucket: string, Prefix: string): AsyncGenerator<string[]> {
  let ContinuationToken: string | undefined
  do {
    const { Name, Contents = [], IsTruncated, NextContinuationToken } = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
    // A page of a proxy parses as an empty listing, but does not name the bucket.
    if (Name !== Bucket) throw new Error('not a listing of this bucket')
    if (IsTruncated === true && NextContinuationToken === undefined) throw new Error('a listing without its next page')
    yield Contents.map(({ Key = '' }) => Key)
    ContinuationToken = IsTruncated === true ? NextContinuationToken : undefined
  } while (ContinuationToken !== undefined)
}

/** Creates the error of a missing or invalid answer of the store. */
export const unavailable = (cause: unknown): AppError => new AppError('files.unavailable', { retryAfterSeconds: 60 }, { cause })

/** Runs calls to the store, and converts their errors to `files.unavailable`. */
export async function whileAvailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError || error instanceof RangeError ? error : unavailable(error)
  }
}
