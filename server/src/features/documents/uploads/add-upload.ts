import { limits, uploadFields, type ErrorCode, type ReceivedFiles } from '@parvis/contract'
import { finished } from 'node:stream/promises'
import type { Caller, Context } from '../../../context.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Upload, UploadedPart } from '../../../platform/http/handler.ts'
import { addDocuments, discard, type PrivatePlace } from './add-documents.ts'
import { readFields } from './read-fields.ts'
import { cleanFilename, receiveFile, type ReceivedFile } from './receive-file.ts'
import { openClaim, type UploadClaim } from './upload-claim.ts'

/**
 * Receives the files of an upload (parts `document`) as documents that their person alone reads.
 * @returns what became of each, and the id under which those that were kept can be asked together
 * @throws {AppError} `documents.file_required`, `request.invalid`; the refusals of `receiveFile` where no file is kept or one is larger than permitted; those of `place`
 */
export async function addUpload(context: Context, caller: Caller, upload: Upload, place: PrivatePlace): Promise<ReceivedFiles & { upload_id: string }> {
  const owner_id = (place !== 'private' && place.owner_id) || caller.id
  const { files, refused } = await receiveAll(context, upload, () => openClaim(context, owner_id, upload.announced, owner_id === caller.id))
  const { client_upload_id } = await readFields(context, uploadFields, upload.fields, files)
  const { documents, upload_id } = await addDocuments(context, caller, files, place, client_upload_id)
  return {
    upload_id: upload_id!,
    refused: refused.map(({ filename, error }) => ({ filename, reason: error.details.fields!['document']! })),
    files: documents.map(({ id, original_filename, size }) => ({ document_id: id, filename: original_filename, size })),
  }
}

type Refused = { filename: string; error: AppError }

/** What a file may be refused for without the others: a larger one than permitted ends the reading, and a scanner that is away knows none. */
const ownFaults: readonly ErrorCode[] = [
  'documents.unsupported',
  'documents.type_mismatch',
  'documents.empty',
  'documents.infected',
  'documents.too_large_to_scan',
]

/** Every `document` part that can be kept, and why the others are not. @throws {AppError} `documents.file_required`, the refusals where none is kept */
async function receiveAll(context: Context, upload: Upload, begin: () => Promise<UploadClaim>): Promise<{ files: ReceivedFile[]; refused: Refused[] }> {
  const files: ReceivedFile[] = []
  const refused: Refused[] = []
  let claim: UploadClaim | null = null
  try {
    for await (const part of upload.files(limits.files)) {
      if (part.field !== 'document' || part.filename === '') {
        await passOver(part)
        continue
      }
      claim ??= await begin()
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
