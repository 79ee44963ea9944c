import { limits, uploadFields, type ErrorCode, type ReceivedFiles } from '@parvis/contract'
import { finished } from 'node:stream/promises'
import type { Caller, Context } from '../../../context.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { MultipartUpload, UploadedPart } from '../../../platform/http/handler.ts'
import { addDocuments, discard, type PrivateDestination, readFields } from './add-documents.ts'
import { cleanFilename, receiveFile, type ReceivedFile } from './receive-file.ts'
import { openReservation, type QuotaReservation } from './quota-reservation.ts'

/**
 * Stores the files of an upload (`document` parts) as private documents.
 * @returns the stored documents with their common id, and the refused files with the reason
 * @throws {AppError} `documents.file_required`, `request.invalid`; the errors of `receiveFile` when no file is accepted or one exceeds the maximum size;
 *   what `destination` throws
 */
export async function addUpload(
  context: Context,
  caller: Caller,
  upload: MultipartUpload,
  destination: PrivateDestination,
): Promise<ReceivedFiles & { upload_id: string }> {
  const owner_id = (destination !== 'private' && destination.owner_id) || caller.id
  const { files, refused } = await receiveAll(context, upload, () => openReservation(context, owner_id, upload.minFileBytes, owner_id === caller.id))
  const { client_upload_id } = await readFields(context, uploadFields, upload.fields, files)
  const { documents, upload_id } = await addDocuments(context, caller, files, destination, client_upload_id)
  return {
    upload_id: upload_id!,
    refused: refused.map(({ filename, error }) => ({ filename, reason: error.details.fields!['document']! })),
    files: documents.map(({ id, original_filename, size }) => ({ document_id: id, filename: original_filename, size })),
  }
}

type RefusedUpload = { filename: string; error: AppError }

/**
 * Errors that refuse one file and let the others through. Not among them: a file above the maximum size, which ends the reading of the request, and an
 * unavailable antivirus, which can check none.
 */
const perFileErrors: readonly ErrorCode[] = [
  'documents.unsupported',
  'documents.type_mismatch',
  'documents.empty',
  'documents.infected',
  'documents.too_large_to_scan',
]

/**
 * Receives every acceptable `document` part, and collects the refused ones. @throws {AppError} `documents.file_required`; the refusals when no file is
 * accepted
 */
async function receiveAll(
  context: Context,
  upload: MultipartUpload,
  begin: () => Promise<QuotaReservation>,
): Promise<{ files: ReceivedFile[]; refused: RefusedUpload[] }> {
  const files: ReceivedFile[] = []
  const refused: RefusedUpload[] = []
  let claim: QuotaReservation | null = null
  try {
    for await (const part of upload.files(limits.files)) {
      if (part.field !== 'document' || part.filename === '') {
        await discardPart(part)
        continue
      }
      claim ??= await begin()
      try {
        files.push(await receiveFile(context, part, claim))
      } catch (error) {
        if (!(error instanceof AppError) || !perFileErrors.includes(error.code)) throw error
        refused.push({ filename: cleanFilename(part.filename), error })
        await discardPart(part)
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

/** Discards the rest of a part, to reach the next one. @throws {AppError} `documents.too_large` */
const discardPart = ({ content }: UploadedPart): Promise<void> => finished(content.resume())

/** Builds the error of an upload with no accepted file: the first code, with the sentences of all. */
function allRefused(refused: readonly RefusedUpload[]): AppError {
  const { code, details } = refused[0]!.error
  return new AppError(code, { ...details, sentence: refused.map(({ error }) => error.message).join(' ') })
}
