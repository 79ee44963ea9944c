import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { AppError } from '../errors/app-error.ts'
import { ordinaryBodyMs, readNothingAhead, waitForFiles } from './body-reading.ts'
import type { Config } from '../config/config.ts'
import type { Upload, UploadedPart } from './handler.ts'

/** Texts and heads of parts, in bytes, that come with the files of a request, at most. */
const besideFiles = 1024 * 1024
/** What an upload weighs beside its files, in bytes, when it is announced. */
const announcedMargin = 64 * 1024

/** What a request may weigh that brings so many files, in bytes. */
export const largestUpload = ({ maxUploadMb }: Config, files = 1): number => files * maxUploadMb * 1024 * 1024 + announcedMargin

/** What the slowest line brings, in bytes per second: a quarter of one megabit. */
const slowestLine = 32_000

/** How long a whole request may take to come, in milliseconds: the largest file on the slowest line. */
export const longestUploadMs = (config: Config): number => Math.max(ordinaryBodyMs, Math.ceil((largestUpload(config) / slowestLine) * 1_000))

/** The parts of a multipart request, one at a time: nothing is buffered nor written here. */
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
          // Null prototype is not needed: only known names are read, and only texts are kept.
          if (typeof part.value === 'string' && Object.keys(fields).length < 20) fields[part.fieldname] = part.value
          continue
        }
        yield { field: part.fieldname, filename: part.filename, mimetype: part.mimetype, content: contentOf(request, part.file) }
      }
    },
  }
}

/** The parts; an endless text, or head of a part, is not waited for. @throws {AppError} `request.too_large` */
async function* boundedBesideFiles(request: FastifyRequest): AsyncGenerator<Multipart> {
  const tooMuch = Promise.withResolvers<never>()
  tooMuch.promise.catch(() => {})
  const files: { bytesRead: number }[] = []
  let taken = 0
  request.raw.on('data', (chunk: Buffer) => {
    const inFiles = files.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
    if (taken - inFiles > besideFiles) tooMuch.reject(new AppError('request.too_large'))
    // The parser takes a piece once it has done with the one before.
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

// The parser's errors have no code and would pass for ours: what it cannot read is the caller's mistake (trust case FIC-10).
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
  // Whoever reads it gets the error; a part that nobody reads must not end the process.
  content.on('error', () => {})
  // The parser goes on to the end of a part that is too large before it says so: reading stops, and the caller is answered at
  // once (trust case FIC-01).
  file.once('limit', () => {
    request.raw.unpipe().pause()
    file.destroy(new AppError('documents.too_large'))
  })
  return content
}
