import type * as z from 'zod/mini'
import type { Context } from '../../../context.ts'
import { validate } from '../../../platform/errors/validate.ts'
import { discard } from './add-documents.ts'
import type { ReceivedFile } from './receive-file.ts'

/** Validates the text fields of an upload. Deletes its files if they are invalid. @throws {AppError} `request.invalid` */
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
