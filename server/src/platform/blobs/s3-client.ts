import { S3Client, type S3ServiceException } from '@aws-sdk/client-s3'
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
