import { createReadStream } from 'node:fs'
import { acceptedExtensions, acceptedFormats } from '@parvis/contract'
import type { DocumentFormat } from '@parvis/document-reading'
import type { ScanVerdict } from '../../../platform/antivirus/clamd.ts'
import { AppError, isFilesUnavailable } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import type { UploadedPart } from '../../../platform/http/handler.ts'
import type { QuotaReservation } from './quota-reservation.ts'

/** An uploaded file stored under a random id, not yet in the database. */
export type ReceivedFile = { blob_id: string; size: number; sha256: string; format: DocumentFormat; original_filename: string }

const headBytes = 4_096
const maxNameLength = 255

/**
 * Stores an uploaded file if its first bytes match its extension and the antivirus accepts it. Nothing is left of a refused or interrupted file. The
 * error's sentence names the file; its `fields` have the reason alone, under the name of the part.
 * @param claim reserves the bytes before they are stored, and releases them if they are not
 * @throws {AppError} `documents.quota`, `documents.unsupported`, `documents.type_mismatch`, `documents.empty`, `documents.too_large`,
 *   `documents.infected`, `documents.too_large_to_scan`, `documents.scan_unavailable`, `files.unavailable`
 */
export async function receiveFile(context: Context, part: UploadedPart, claim: QuotaReservation): Promise<ReceivedFile> {
  let receivedBytes = 0
  const take = (bytes: number) => {
    claim.take(bytes)
    receivedBytes += bytes
  }
  try {
    return await storeFile(context, part, take)
  } catch (error) {
    claim.release(receivedBytes)
    if (isFilesUnavailable(error)) throw new AppError('files.unavailable', { sentence: notStored(part.filename), retryAfterSeconds: 60 }, { cause: error })
    throw error instanceof AppError && error.code.startsWith('documents.') ? withFileName(error, part) : error
  }
}

const notStored = (filename: string): string =>
  `«\u00a0${cleanFilename(filename)}\u00a0» n’a pas été déposé\u00a0: l’espace où sont rangés les fichiers ne répond pas. Rien d’autre n’est perdu\u00a0; recommencez dans un instant.`

function withFileName(error: AppError, { field, filename }: UploadedPart): AppError {
  const reason = error.code === 'documents.unsupported' ? `${error.message} Formats acceptés\u00a0: ${acceptedFormats}.` : error.message
  const sentence = `«\u00a0${cleanFilename(filename)}\u00a0»\u00a0: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`
  return new AppError(error.code, { ...error.details, sentence, fields: { [field]: reason } }, { cause: error })
}

async function storeFile(context: Context, part: UploadedPart, take: QuotaReservation['take']): Promise<ReceivedFile> {
  const original_filename = cleanFilename(part.filename)
  const extension = /\.([^.]+)$/.exec(original_filename)?.[1]?.toLowerCase() ?? ''
  if (!(acceptedExtensions as readonly string[]).includes(extension)) throw new AppError('documents.unsupported')
  let format: DocumentFormat | null = null
  const checkedContent = async function* (): AsyncGenerator<Uint8Array> {
    let head = Buffer.alloc(0)
    // The stream of a refused file is not destroyed: that would also destroy the parts after it.
    for await (const chunk of part.content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      take(chunk.length)
      if (format !== null) {
        yield chunk
        continue
      }
      head = Buffer.concat([head, chunk])
      if (head.length < headBytes) continue
      format = detect(context, head, original_filename)
      yield head
    }
    if (head.length === 0) throw new AppError('documents.empty')
    if (format !== null) return
    format = detect(context, head, original_filename)
    yield head
  }
  const { id, size, sha256 } = await context.blobs.write(checkedContent(), (file) => refuseInfected(context, file))
  return { blob_id: id, size, sha256, format: format!, original_filename }
}

/**
 * Scans a file with the antivirus, if one is configured (trust case FIC-12).
 * @throws {AppError} `documents.infected`, `documents.too_large_to_scan`, `documents.scan_unavailable`
 */
async function refuseInfected({ antivirus, log }: Context, file: string): Promise<void> {
  if (antivirus === null) return
  const content = createReadStream(file)
  let verdict: ScanVerdict
  try {
    verdict = await antivirus.scan(content)
  } catch (cause) {
    log.warn({ kept: antivirus.whenDown === 'accept' }, 'the antivirus did not answer')
    if (antivirus.whenDown === 'accept') return
    throw new AppError('documents.scan_unavailable', undefined, { cause })
  } finally {
    // A scanner that is down, or that refuses early, has not read the stream to its end.
    content.destroy()
  }
  if (verdict === 'clean') return
  // Refused even where files are accepted while the antivirus is down: it is not down here.
  if (verdict === 'too_large') {
    log.warn({}, 'the antivirus takes no file of this size: its StreamMaxLength is below MAX_UPLOAD_MB')
    throw new AppError('documents.too_large_to_scan')
  }
  log.warn({}, 'the antivirus refused a file')
  throw new AppError('documents.infected')
}

function detect(context: Context, head: Uint8Array, original_filename: string): DocumentFormat {
  const format = context.extractor.detect(head.subarray(0, headBytes), original_filename)
  if (format === null) throw new AppError('documents.type_mismatch')
  return format
}

/**
 * Removes from a file name only what cannot be stored or shown on one line, and cuts it to 255 characters before the extension. Slashes stay: the name is
 * never used as a path.
 */
export function cleanFilename(filename: string): string {
  const name = filename
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .trim()
  if (name.length <= maxNameLength) return name || 'document'
  const extension = /\.[^.]{1,12}$/.exec(name)?.[0] ?? ''
  return `${name.slice(0, maxNameLength - extension.length).toWellFormed()}${extension}`
}
