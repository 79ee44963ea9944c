import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { AppError } from '../errors/app-error.ts'
import { bodyTimeoutMs, applyBackpressure, cancelBodyTimeout } from './body-reading.ts'
import type { Config } from '../config/config.ts'
import type { MultipartUpload, UploadedPart } from './handler.ts'

/** Maximum size of the text fields and part headers of a request, in bytes. */
const maxNonFileBytes = 1024 * 1024
/** Assumed size of a request beside its files, in bytes, when `Content-Length` is checked. */
const nonFileAllowance = 64 * 1024

/** Returns the maximum size of a request with that many files, in bytes. */
export const maxUploadBytes = ({ maxUploadMb }: Config, files = 1): number => files * maxUploadMb * 1024 * 1024 + nonFileAllowance

/** Rate of the slowest supported line, in bytes per second: a quarter of a megabit. */
const minBytesPerSecond = 32_000

/** Returns the timeout for receiving a request, in milliseconds: the largest file on the slowest line, and at least `bodyTimeoutMs`. */
export const uploadTimeoutMs = (config: Config): number => Math.max(bodyTimeoutMs, Math.ceil((maxUploadBytes(config) / minBytesPerSecond) * 1_000))

/** Reads the parts of a multipart request one at a time. Nothing is buffered or written to disk. */
export function readUpload(request: FastifyRequest, config: Config): MultipartUpload {
  const fields: Record<string, string> = {}
  const announced = Number(request.headers['content-length'] ?? Number.NaN)
  return {
    minFileBytes: Number.isFinite(announced) ? Math.max(0, announced - nonFileAllowance) : null,
    fields,
    async *files(most = 1, maxFileBytes = config.maxUploadMb * 1024 * 1024): AsyncGenerator<UploadedPart> {
      if (!request.isMultipart()) throw new AppError('request.unsupported_type')
      if (Number(request.headers['content-length'] ?? 0) > most * maxFileBytes + nonFileAllowance) throw new AppError('documents.too_large')
      cancelBodyTimeout(request.raw)
      applyBackpressure(request.raw)
      for await (const part of withParserErrors(limitNonFileBytes(request, maxFileBytes))) {
        if (part.type === 'field') {
          // A plain object is enough: only known names are read from it, and only texts are stored in it.
          if (typeof part.value === 'string' && Object.keys(fields).length < 20) fields[part.fieldname] = part.value
          continue
        }
        yield { field: part.fieldname, filename: part.filename, mimetype: part.mimetype, content: contentOf(request, part.file) }
      }
    },
  }
}

/** Iterates over the parts, with a limit on what is not file content. @throws {AppError} `request.too_large` for an endless text field or part header */
async function* limitNonFileBytes(request: FastifyRequest, maxFileBytes: number): AsyncGenerator<Multipart> {
  const overflow = Promise.withResolvers<never>()
  overflow.promise.catch(() => {})
  const files: { bytesRead: number }[] = []
  let parsedBytes = 0
  request.raw.on('data', (chunk: Buffer) => {
    const inFiles = files.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
    if (parsedBytes - inFiles > maxNonFileBytes) overflow.reject(new AppError('request.too_large'))
    // The parser takes a chunk once it has finished with the previous one.
    parsedBytes += chunk.length
  })
  const parts = request.parts({ limits: { fileSize: maxFileBytes } })
  for (;;) {
    const next = await Promise.race([parts.next(), overflow.promise])
    if (next.done) return
    if (next.value.type === 'file') files.push(next.value.file)
    yield next.value
  }
}

// The parser's errors have no code and would count as server errors: an unreadable body is the client's fault (trust case FIC-10).
async function* withParserErrors<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts
  } catch (error) {
    if (typeof (error as { code?: unknown }).code === 'string') throw error
    throw new AppError('request.malformed', {}, { cause: error })
  }
}

function contentOf(request: FastifyRequest, file: Readable & { truncated: boolean }): Readable {
  const content = Readable.from(withParserErrors(file), { objectMode: false })
  // Its reader gets the error; without this listener, an error in an unread part would end the process.
  content.on('error', () => {})
  // The parser would read a too large part to its end before reporting it: stop reading, and answer at once (trust case FIC-01).
  const refuse = () => {
    request.raw.unpipe().pause()
    file.destroy(new AppError('documents.too_large'))
  }
  // A part that came in one piece with its header is cut before it is given: its event is over.
  if (file.truncated) refuse()
  else file.once('limit', refuse)
  return content
}
