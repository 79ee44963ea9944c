import type * as z from 'zod/mini'
import type { Context } from '../../../context.ts'
import { validate } from '../../../platform/errors/validate.ts'
import { discard } from './add-documents.ts'
import type { ReceivedFile } from './receive-file.ts'

/** The texts that came with files, once these are received. @throws {AppError} `request.invalid`, the files removed */
export async function readFields<S extends z.ZodMiniType>(
  context: Context,
  schema: S,
  fields: Record<string, string>,
  files: readonly ReceivedFile[],
): Promise<z.output<S>> {
  try {
    return validate(schema, fields)
  } catch (error) {
    await discard(context, files)
    throw error
  }
}
