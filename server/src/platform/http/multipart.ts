import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { AppError } from '../errors/app-error.ts'
import { ordinaryBodyMs, readNothingAhead, waitForFiles } from './body-reading.ts'
import type { Config } from '../config/config.ts'
import type { Upload, UploadedPart } from './handler.ts'

/** Maximum size of the text fields and part headers of a request, in bytes. */
const besideFiles = 1024 * 1024
/** Assumed size of a request beside its files, in bytes, when `Content-Length` is checked. */
const announcedMargin = 64 * 1024

/** Returns the maximum size of a request with that many files, in bytes. */
export const largestUpload = ({ maxUploadMb }: Config, files = 1): number => files * maxUploadMb * 1024 * 1024 + announcedMargin

/** Rate of the slowest supported line, in bytes per second: a quarter of a megabit. */
const slowestLine = 32_000

/** Returns the timeout for receiving a request, in milliseconds: the largest file on the slowest line, and at least `ordinaryBodyMs`. */
export const longestUploadMs = (config: Config): number => Math.max(ordinaryBodyMs, Math.ceil((largestUpload(config) / slowestLine) * 1_000))

/** Reads the parts of a multipart request one at a time. Nothing is buffered or written to disk. */
export function readUpload(request: FastifyRequest, config: Config): Upload {
  const fields: Record<string, string> = {}
  const announced = Number(request.headers['content-length'] ?? Number.NaN)
  return {
    announced: Number.isFinite(announced) ? Math.max(0, announced - announcedMargin) : null,
    fields,
    async *files(most = 1): AsyncGenerator<UploadedPart> {
      if (!request.isMultipart()) throw new AppError('request.unsupported_type')
      if (Number(request.headers['content-length'] ?? 0) > largestUpload(config, most)) throw new AppError('documents.too_large')
      waitForFiles(request.raw)
      readNothingAhead(request.raw)
      for await (const part of understood(boundedBesideFiles(request))) {
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
async function* boundedBesideFiles(request: FastifyRequest): AsyncGenerator<Multipart> {
  const tooMuch = Promise.withResolvers<never>()
  tooMuch.promise.catch(() => {})
  const files: { bytesRead: number }[] = []
  let taken = 0
  request.raw.on('data', (chunk: Buffer) => {
    const inFiles = files.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
    if (taken - inFiles > besideFiles) tooMuch.reject(new AppError('request.too_large'))
    // The parser takes a chunk once it has finished with the previous one.
    taken += chunk.length
  })
  const parts = request.parts()
  for (;;) {
    const next = await Promise.race([parts.next(), tooMuch.promise])
    if (next.done) return
    if (next.value.type === 'file') files.push(next.value.file)
    yield next.value
  }
}

// The parser's errors have no code and would count as server errors: an unreadable body is the client's fault (trust case FIC-10).
async function* understood<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts
  } catch (error) {
    if (typeof (error as { code?: unknown }).code === 'string') throw error
    throw new AppError('request.malformed', {}, { cause: error })
  }
}

function contentOf(request: FastifyRequest, file: Readable): Readable {
  const content = Readable.from(understood(file), { objectMode: false })
  // Its reader gets the error; without this listener, an error in an unread part would end the process.
  content.on('error', () => {})
  // The parser would read a too large part to its end before reporting it: stop reading, and answer at once (trust case FIC-01).
  file.once('limit', () => {
    request.raw.unpipe().pause()
    file.destroy(new AppError('documents.too_large'))
  })
  return content
}
