import { ListObjectsV2Command, S3Client, type S3ServiceException } from '@aws-sdk/client-s3'
import type { S3Settings } from '../config/read-files.ts'
import { AppError } from '../errors/app-error.ts'

/** Timeouts, in milliseconds: of the connection, of the headers of an answer, of a line on which nothing moves. */
export type S3Timeouts = { connect: number; answer: number; idle: number }

export const defaultTimeouts: S3Timeouts = { connect: 3_000, answer: 15_000, idle: 60_000 }

/** Attempts of one request. Those with the body of a file are repeated by `sendFile` instead: the client never sends a stream again. */
const maxAttempts = 3

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** Creates the client. Its own checksums are off: not every store understands them, and every file has its SHA-256. */
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

/** Name and status of the error of a store; a line that was cut has no status. */
export function s3Failure(error: unknown): { name: string; status: number | null } {
  const { name = 'unknown', $metadata } = (error ?? {}) as Partial<S3ServiceException>
  return { name, status: $metadata?.httpStatusCode ?? null }
}

/** Whether an error says that the store has no such file. A missing bucket, a refusal, and the page of a proxy do not say so. */
export function isNoSuchKey(error: unknown): boolean {
  const { name, status } = s3Failure(error)
  return status === 404 && name === 'NoSuchKey'
}

/** Lists the keys under a prefix, by pages. @throws when an answer is not a listing of the bucket */
export async function* listKeys(client: S3Client, Bucket: string, Prefix: string): AsyncGenerator<string[]> {
  let ContinuationToken: string | undefined
  do {
    const { Name, Contents = [], IsTruncated, NextContinuationToken } = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
    // The page of a proxy parses as a listing of nothing: a listing names its bucket.
    if (Name !== Bucket) throw new Error('not a listing of this bucket')
    if (IsTruncated === true && NextContinuationToken === undefined) throw new Error('a listing without its next page')
    yield Contents.map(({ Key = '' }) => Key)
    ContinuationToken = IsTruncated === true ? NextContinuationToken : undefined
  } while (ContinuationToken !== undefined)
}

/** Error of a store that does not answer as a store does; its cause tells how. */
export const unavailable = (cause: unknown): AppError => new AppError('files.unavailable', { retryAfterSeconds: 60 }, { cause })

/** Runs calls of the store; their errors become `files.unavailable`. */
export async function whileAvailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError || error instanceof RangeError ? error : unavailable(error)
  }
}
