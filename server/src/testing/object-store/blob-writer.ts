// Child process of store-crash.api.test.ts: node blob-writer.ts SETTINGS FOLDER COUNT BYTES. Writes files to an object store, each again until it is
// acknowledged, and prints the id, the size and the digest of each acknowledged one.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createS3Blobs } from '../../platform/blobs/s3-blobs.ts'
import type { S3Settings } from '../../platform/config/read-files.ts'
import { isFilesUnavailable } from '../../platform/errors/app-error.ts'

const [settings = '', folder = '', count = '', bytes = ''] = process.argv.slice(2)
const blobs = createS3Blobs(JSON.parse(settings) as S3Settings, folder)

async function* pieces(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
}

for (let written = 0; written < Number(count);) {
  try {
    const { id, size, sha256 } = await blobs.write(pieces(randomBytes(Number(bytes))))
    process.stdout.write(`${JSON.stringify({ id, size, sha256 })}\n`)
    written += 1
  } catch (error) {
    if (!isFilesUnavailable(error)) throw error
    process.stdout.write('refused\n')
    await wait(100)
  }
}
process.exit(0)
