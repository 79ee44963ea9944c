import { letterheadFormats, routes, type Letterhead, type LetterheadFormat } from '@parvis/contract'
import { cleanDocx, cleanOdt, LetterheadRefusal, maxLetterheadBytes, refusal } from '@parvis/office-writing/letterhead'
import type { Context } from '../../context.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { handle, type RouteHandler, type MultipartUpload, type UploadedPart } from '../../platform/http/handler.ts'
import { audited } from '../../audit/audited.ts'
import { cleanFilename } from '../documents/uploads/receive-file.ts'

const { letterheads } = routes
const cleaners: Record<LetterheadFormat, (bytes: Uint8Array) => Promise<Uint8Array>> = { docx: cleanDocx, odt: cleanOdt }

export const letterheadsHandlers: RouteHandler[] = [
  handle(letterheads.list, async ({ context }) => ({
    letterheads: await context.db.selectFrom('letterhead').select(['id', 'filename', 'uploaded_at']).orderBy('id').execute(),
  })),

  handle(letterheads.file, async ({ context, params }) => {
    const letterhead = await context.db.selectFrom('letterhead').select(['filename', 'content']).where('id', '=', params.id).executeTakeFirstOrThrow(notFound)
    const content = Buffer.from(letterhead.content)
    return { content, filename: letterhead.filename, media_type: 'application/octet-stream', size: content.length }
  }),

  handle(letterheads.upload, (call) =>
    audited(
      call,
      'letterheads.upload',
      async () => {
        const { id, filename, content } = await explainingRefusal(async () => {
          const { bytes, ...received } = await receiveLetterhead(call.upload!)
          return { ...received, content: Buffer.from(await cleaners[received.id](bytes)) }
        })
        const fields = letterheads.upload.body.safeParse(call.upload!.fields)
        if (!fields.success) throw new AppError('request.invalid', { fields: { uploaded_at: 'Date attendue' } })
        const letterhead = await storeLetterhead(call.context, { id, filename, content, uploaded_at: call.context.now() }, fields.data.uploaded_at)
        return { message: 'Papier à en-tête enregistré', letterhead }
      },
      ({ letterhead }) => letterhead.id,
    ),
  ),

  handle(letterheads.remove, (call) =>
    audited(
      call,
      'letterheads.remove',
      async () => {
        await removeLetterhead(call.context, call.params.id, call.query.uploaded_at)
        return { message: 'Papier à en-tête d’origine rétabli' }
      },
      call.params.id,
    ),
  ),
]

type StoredLetterhead = { id: LetterheadFormat; filename: string; content: Buffer; uploaded_at: Date }

/**
 * Stores an uploaded letterhead. If the current one was deleted meanwhile, the upload is accepted.
 * @param expectedUpload optimistic lock: `uploaded_at` of the letterhead that the caller saw, or `none`; undefined: no check
 * @throws {AppError} `request.stale` when another one was uploaded meanwhile
 */
async function storeLetterhead(context: Context, { id, ...fields }: StoredLetterhead, expectedUpload: string | undefined): Promise<Letterhead> {
  const letterhead = await context.db
    .insertInto('letterhead')
    .values({ id, ...fields })
    .onConflict((conflict) => {
      const replaced = conflict.column('id').doUpdateSet(fields)
      if (expectedUpload === undefined) return replaced
      return expectedUpload === 'none' ? conflict.column('id').doNothing() : replaced.where('letterhead.uploaded_at', '=', expectedUpload)
    })
    .returning(['id', 'filename', 'uploaded_at'])
    .executeTakeFirst()
  if (letterhead !== undefined) return letterhead
  await refuseStale(context, id)
  // The current letterhead was deleted between the two statements: try again.
  return storeLetterhead(context, { id, ...fields }, expectedUpload)
}

/**
 * Deletes a letterhead, if any.
 * @param expectedUpload optimistic lock: `uploaded_at` of the letterhead to delete; undefined: no check
 * @throws {AppError} `request.stale` when another one was uploaded meanwhile
 */
async function removeLetterhead(context: Context, id: LetterheadFormat, expectedUpload: string | undefined): Promise<void> {
  const { numDeletedRows } = await context.db
    .deleteFrom('letterhead')
    .where('id', '=', id)
    .$if(expectedUpload !== undefined, (query) => query.where('uploaded_at', '=', expectedUpload!))
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) await refuseStale(context, id)
}

/**
 * Refuses when a letterhead of this format exists.
 * @throws {AppError} `request.stale`, with the current letterhead
 */
async function refuseStale({ db }: Context, id: LetterheadFormat): Promise<void> {
  const current = await db.selectFrom('letterhead').select(['id', 'filename', 'uploaded_at']).where('id', '=', id).executeTakeFirst()
  if (current) throw new AppError('request.stale', { changed: { at: current.uploaded_at, by: null, is_own: false, current } })
}

/** Converts a `LetterheadRefusal` to the `letterheads.refused` error. */
async function explainingRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LetterheadRefusal) throw new AppError('letterheads.refused', { sentence: error.message }, { cause: error })
    throw error
  }
}

type ReceivedLetterhead = { id: LetterheadFormat; filename: string; bytes: Buffer }

/**
 * Reads the first `file` part into memory: a letterhead is small. Other parts are read and discarded.
 * @throws {AppError} `documents.file_required`
 */
async function receiveLetterhead(upload: MultipartUpload): Promise<ReceivedLetterhead> {
  let receivedLetterhead: ReceivedLetterhead | null = null
  for await (const part of upload.files()) {
    if (part.field === 'file' && receivedLetterhead === null && part.filename !== '') receivedLetterhead = await readFile(part)
    else part.content.resume()
  }
  if (receivedLetterhead === null) throw new AppError('documents.file_required')
  return receivedLetterhead
}

async function readFile({ filename: givenFilename, content }: UploadedPart): Promise<ReceivedLetterhead> {
  const filename = cleanFilename(givenFilename)
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase()
  const id = letterheadFormats.find((format) => format === extension)
  if (id === undefined) {
    content.resume()
    if (/^(?:docm|dotm)$/.test(extension ?? '')) throw refusal('macros')
    throw new AppError('letterheads.unsupported')
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxLetterheadBytes) throw refusal('too_big')
    chunks.push(chunk)
  }
  if (size === 0) throw new AppError('documents.empty')
  return { id, filename, bytes: Buffer.concat(chunks) }
}
