import { acceptedExtensions, acceptedFormats } from '@parvis/contract'
import type { Format } from '@parvis/document-reading'
import type { Verdict } from '../../../platform/antivirus/port.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import type { UploadedPart } from '../../../platform/http/handler.ts'
import type { UploadClaim } from './upload-claim.ts'

/** A file kept under a random id, not yet known to the database. */
export type ReceivedFile = { blob_id: string; size: number; format: Format; original_filename: string }

const headBytes = 4_096
const nameLength = 255

/**
 * Keeps one uploaded file once its first bytes agree with its extension. Refused or cut short, nothing of it remains.
 * A refusal names the file; why alone stands in its `fields`, under the name of the part.
 * `claim`: takes its bytes before they are kept, and gives them back when they are not.
 * @throws {AppError} `documents.quota`, `documents.unsupported`, `documents.type_mismatch`, `documents.empty`, `documents.too_large`, `documents.infected`,
 *   `documents.too_large_to_scan`, `documents.scan_unavailable`
 */
export async function receiveFile(context: Context, part: UploadedPart, claim: UploadClaim): Promise<ReceivedFile> {
  let taken = 0
  const take = (bytes: number) => {
    claim.take(bytes)
    taken += bytes
  }
  try {
    return await keepFile(context, part, take)
  } catch (error) {
    claim.release(taken)
    throw error instanceof AppError && error.code.startsWith('documents.') ? named(error, part) : error
  }
}

function named(error: AppError, { field, filename }: UploadedPart): AppError {
  const why = error.code === 'documents.unsupported' ? `${error.message} Formats acceptés\u00a0: ${acceptedFormats}.` : error.message
  const sentence = `«\u00a0${cleanFilename(filename)}\u00a0»\u00a0: ${why.charAt(0).toLowerCase()}${why.slice(1)}`
  return new AppError(error.code, { ...error.details, sentence, fields: { [field]: why } }, { cause: error })
}

async function keepFile(context: Context, part: UploadedPart, take: UploadClaim['take']): Promise<ReceivedFile> {
  const original_filename = cleanFilename(part.filename)
  const extension = /\.([^.]+)$/.exec(original_filename)?.[1]?.toLowerCase() ?? ''
  if (!(acceptedExtensions as readonly string[]).includes(extension)) throw new AppError('documents.unsupported')
  let format: Format | null = null
  const checked = async function* (): AsyncGenerator<Uint8Array> {
    let head = Buffer.alloc(0)
    // Left as it is when the file is refused: destroyed, it would take the parts after it away.
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
  const { id, size } = await context.blobs.write(checked())
  try {
    await refuseInfected(context, id)
  } catch (error) {
    await context.blobs.remove(id)
    throw error
  }
  return { blob_id: id, size, format: format!, original_filename }
}

/** Shows a file to the antivirus, where there is one (trust case FIC-12). */
async function refuseInfected({ antivirus, blobs, log }: Context, blob_id: string): Promise<void> {
  const file = antivirus === null ? null : await blobs.read(blob_id)
  if (antivirus === null || file === null) return
  let verdict: Verdict
  try {
    verdict = await antivirus.scan(file.content)
  } catch (cause) {
    log.warn({ kept: antivirus.whenDown === 'accept' }, 'the antivirus did not answer')
    if (antivirus.whenDown === 'accept') return
    throw new AppError('documents.scan_unavailable', undefined, { cause })
  } finally {
    // A scanner that is down, or refuses in the middle, has not read it to its end.
    file.content.destroy()
  }
  if (verdict === 'clean') return
  // Whatever becomes of files while it is down: it is not.
  if (verdict === 'too_large') {
    log.warn({}, 'the antivirus takes no file of this size: its StreamMaxLength is below MAX_UPLOAD_MB')
    throw new AppError('documents.too_large_to_scan')
  }
  log.warn({}, 'the antivirus refused a file')
  throw new AppError('documents.infected')
}

function detect(context: Context, head: Uint8Array, original_filename: string): Format {
  const format = context.extractor.detect(head.subarray(0, headBytes), original_filename)
  if (format === null) throw new AppError('documents.type_mismatch')
  return format
}

/** A name is a text, never a path: only what cannot be stored or shown on a line is taken out of it. */
export function cleanFilename(filename: string): string {
  const name = filename
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .trim()
  if (name.length <= nameLength) return name || 'document'
  const extension = /\.[^.]{1,12}$/.exec(name)?.[0] ?? ''
  return `${name.slice(0, nameLength - extension.length).toWellFormed()}${extension}`
}
