import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { AppError } from '../app-error.ts'
import type { Upload, UploadedPart } from './handler.ts'

/** The parts of a multipart request, one at a time: nothing is buffered nor written here. */
export function readUpload(request: FastifyRequest): Upload {
  const fields: Record<string, string> = {}
  return {
    fields,
    async *files(): AsyncGenerator<UploadedPart> {
      if (!request.isMultipart()) throw new AppError('request.unsupported_type')
      for await (const part of understood(request.parts())) {
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
    request.raw.socket.pause()
    content.destroy(new AppError('documents.too_large'))
  })
  return content
}
