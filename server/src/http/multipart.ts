import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Upload, UploadedPart } from './handler.ts'

/** The parts of a multipart request, one at a time: nothing is buffered nor written here. */
export function readUpload(request: FastifyRequest): Upload {
  const fields: Record<string, string> = {}
  return {
    fields,
    async *files(): AsyncGenerator<UploadedPart> {
      if (!request.isMultipart()) throw new AppError('request.unsupported_type')
      for await (const part of request.parts()) {
        if (part.type === 'field') {
          // Null prototype is not needed: only known names are read, and only texts are kept.
          if (typeof part.value === 'string' && Object.keys(fields).length < 20) fields[part.fieldname] = part.value
          continue
        }
        yield { field: part.fieldname, filename: part.filename, mimetype: part.mimetype, content: part.file }
      }
    },
  }
}
