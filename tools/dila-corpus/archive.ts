import { createHash, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { createReadStream, createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CorpusManifest } from '@parvis/contract'
import { checkPack } from '../../server/src/features/corpus/check-pack.ts'
import { archiveNames, openPack } from '../../server/src/features/corpus/open-pack.ts'
import { zipStream, type ZipEntry } from '../../server/src/features/rights/zip-stream.ts'

/**
 * Creates a pair of Ed25519 keys.
 * @param file receives the private key; must not exist
 * @returns the public key, as `CORPUS_PUBLIC_KEYS` takes it
 */
export function createKey(file: string): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
}

/** @throws {Error} when the file has no Ed25519 private key */
export function readKey(file: string): KeyObject {
  const key = createPrivateKey(readFileSync(file))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key')
  return key
}

/**
 * Writes the archive of a corpus: the corpus, its manifest, and the signature of the manifest when there is a key. The same files give the same bytes.
 * @param others files to add, such as the text of the licence
 * @throws {AppError} when the corpus is not valid
 */
export async function writeArchive(output: string, corpus: string, { others, key }: { others: readonly string[]; key: KeyObject | null }): Promise<void> {
  const pack = await openPack(corpus, [])
  const { header, digest } = await checkPack(pack).finally(pack.close)
  const { name, source, licence, attribution, extracted_on } = header
  const files = [
    { name: archiveNames.corpus as string, sha256: digest },
    ...others.map((file) => ({ name: path.basename(file), sha256: createHash('sha256').update(readFileSync(file)).digest('hex') })),
  ]
  const manifest: CorpusManifest = { format: 'parvis-corpus-archive', version: 1, name, source, licence, attribution, extracted_on, files }
  const manifestBytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  const small: { name: string; bytes: Uint8Array }[] = [{ name: archiveNames.manifest, bytes: manifestBytes }]
  if (key !== null) small.push({ name: archiveNames.signature, bytes: Buffer.from(`${sign(null, manifestBytes, key).toString('base64')}\n`) })
  await pipeline(zipStream(entriesOf(small, [corpus, ...others], files), new Date(`${extracted_on}T00:00:00`)), createWriteStream(output))
}

async function* entriesOf(
  small: readonly { name: string; bytes: Uint8Array }[],
  paths: readonly string[],
  files: CorpusManifest['files'],
): AsyncGenerator<ZipEntry> {
  for (const { name, bytes } of small) yield { name, content: Readable.from([bytes]) }
  for (const [index, file] of paths.entries()) yield { name: files[index]!.name, content: createReadStream(file) as AsyncIterable<Uint8Array> }
}
