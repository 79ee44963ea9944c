import { packLimits, type Pack } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { MultipartUpload } from '../../platform/http/handler.ts'
import { parsePack } from './parse-pack.ts'

/** Reads the pack in the `file` part of an upload; other parts are discarded. @throws {AppError} `packs.file_required`, as `parsePack` */
export async function receivePack(upload: MultipartUpload): Promise<Pack> {
  let bytes: Buffer | null = null
  for await (const part of upload.files()) {
    if (part.field === 'file' && bytes === null) bytes = await readAll(part.content)
    else part.content.resume()
  }
  if (bytes === null || bytes.length === 0) throw new AppError('packs.file_required')
  return parsePack(bytes)
}

async function readAll(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    // Stop at the first byte beyond the limit, without storing the rest.
    if (size > packLimits.bytes) throw new AppError('packs.too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
