import { limits, routes } from '@parvis/contract'
import type { Body, ErrorCode } from '@parvis/contract'
import { finished } from 'node:stream/promises'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import { handle } from '../../platform/http/handler.ts'
import type { Handler, Upload, UploadedPart } from '../../platform/http/handler.ts'
import { sendMessage } from '../chat/send-message.ts'
import { findConversation } from '../conversations/queries.ts'
import { addDocuments, discard } from '../documents/uploads/add-documents.ts'
import { toLibraryDocument } from '../documents/present.ts'
import { listOwn } from '../documents/queries.ts'
import { cleanFilename, receiveFile } from '../documents/uploads/receive-file.ts'
import type { ReceivedFile } from '../documents/uploads/receive-file.ts'
import { answerOnce, answerWhole } from './answer.ts'
import { libraryCategories } from './categories.ts'
import { quotesOfMessage } from './sources/check-quotes.ts'
import { documentsGround } from './documents-ground.ts'
import { libraryGround, scopeOf } from './ground.ts'
import type { LibraryRequest } from './ground.ts'
import { openClaim } from '../documents/uploads/upload-claim.ts'
import type { UploadClaim } from '../documents/uploads/upload-claim.ts'

const { library, chat } = routes
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const libraryHandlers: Handler[] = [
  handle(library.categories, async ({ context }) => ({ status: 'success' as const, categories: await libraryCategories(context.db) })),

  handle(library.upload, async ({ context, caller, upload }) => {
    const { files, refused } = await receiveAll(context, caller.id, upload!)
    const { ids, upload_id } = await addDocuments(context, caller, files, 'private')
    return {
      document_id: upload_id,
      refused: refused.map(({ filename, error }) => ({ filename, reason: error.details.fields!['document']! })),
      files: files.map(({ original_filename, size }, index) => ({ document_id: ids[index]!, filename: original_filename, size })),
    }
  }),

  handle(library.uploads, async ({ context, caller }) => ({ documents: (await listOwn(context.db, caller.id)).map((row) => toLibraryDocument(row, caller)) })),

  handle(library.ask, ({ context, caller, body }) => {
    // The specification's client sends a placeholder when it has loaded nothing: anything that cannot be an id is one.
    const document_id = uuid.test(body.document_id ?? '') ? body.document_id! : null
    return answerWhole(context, caller, { document_id }, body.message)
  }),

  handle(library.quotes, async ({ context, caller, params }) => ({ quotes: await quotesOfMessage(context.db, params.message_id, caller.id) })),

  handle(chat.libraryStream, async ({ context, caller, body }) => {
    const { conversation_id, action, message, message_id, client_message_id } = body
    if (!conversation_id && message.trim() === '') throw new AppError('chat.no_question')
    if (!conversation_id) return answerOnce(context, caller, requestOf(body, null), message)
    const kept = await findConversation(context.db, conversation_id, caller.id)
    if (kept === null) throw notFound()
    const ground =
      kept.documents.length > 0 ? documentsGround(context, kept) : libraryGround(context, await scopeOf(context, caller, requestOf(body, kept.library)))
    return sendMessage(context, caller, { conversation_id, action, content: message, message_id, client_message_id }, ground)
  }),
]

/** What a library question is asked of: a loaded document, a named category, or that of the kept conversation. */
function requestOf(body: Body<typeof chat.libraryStream>, kept: string | null): LibraryRequest {
  if (body.document_id) return { document_id: body.document_id }
  const category = body.category || body.library_category || body.library || kept || ''
  if (category.trim() === '')
    throw new AppError('request.invalid', { fields: { category: 'Choisissez une catégorie de documents' }, sentence: 'Choisissez une catégorie de documents' })
  return { category }
}

type Refused = { filename: string; error: AppError }

/** What a file may be refused for without the others: a larger one than permitted ends the reading, and a scanner that is away knows none. */
const ownFaults: readonly ErrorCode[] = ['documents.unsupported', 'documents.type_mismatch', 'documents.empty', 'documents.infected']

/** Every `document` part that can be kept, and why the others are not. @throws {AppError} `documents.file_required`, the refusals where none is kept */
async function receiveAll(context: Context, uploader_id: string, upload: Upload): Promise<{ files: ReceivedFile[]; refused: Refused[] }> {
  const files: ReceivedFile[] = []
  const refused: Refused[] = []
  let claim: UploadClaim | null = null
  try {
    for await (const part of upload.files(limits.files)) {
      if (part.field !== 'document' || part.filename === '') {
        await passOver(part)
        continue
      }
      claim ??= await openClaim(context, uploader_id, upload.announced)
      try {
        files.push(await receiveFile(context, part, claim))
      } catch (error) {
        if (!(error instanceof AppError) || !ownFaults.includes(error.code)) throw error
        refused.push({ filename: cleanFilename(part.filename), error })
        await passOver(part)
      }
    }
    if (files.length > 0) return { files, refused }
    throw refused.length === 0 ? new AppError('documents.file_required') : allRefused(refused)
  } catch (error) {
    await discard(context, files)
    throw error
  } finally {
    claim?.end()
  }
}

/** Reads the rest of a part for nothing: the next one comes after it. @throws {AppError} `documents.too_large` */
const passOver = ({ content }: UploadedPart): Promise<void> => finished(content.resume())

/** The first refusal, with the sentences of all. */
function allRefused(refused: readonly Refused[]): AppError {
  const { code, details } = refused[0]!.error
  return new AppError(code, { ...details, sentence: refused.map(({ error }) => error.message).join(' ') })
}
