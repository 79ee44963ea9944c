import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { corpusManifestSchema, type CorpusHeader, type CorpusManifest, type CorpusSignature } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import { validationPhrase } from '../../platform/errors/validate.ts'
import { isZipFile, openZipFile, ZipFileError } from '../../platform/zip-file.ts'

/** Names of the files of an archive, beside those that its manifest lists. */
export const archiveNames = { manifest: 'manifest.json', signature: 'manifest.sig', corpus: 'corpus.json' } as const

/** Limits of an archive: 8 GiB once inflated, 100 times its size (consolidated codes inflate 5 to 10 times). */
const archiveLimits = { unzippedBytes: 8 * 2 ** 30, zipRatio: 100, zipEntries: 50 }
/** Maximum size of the manifest and of the signature, in bytes. */
const maxSmallFile = 1024 * 1024

type ZipFile = Awaited<ReturnType<typeof openZipFile>>

/** Corpus pack open for reading: a JSON file, or an archive that holds one. */
export type OpenPack = {
  signature: CorpusSignature
  /**
   * Reads the bytes of the corpus.
   * @throws {AppError} `corpora.archive` or `corpora.too_large`
   */
  readCorpus(): AsyncIterable<Uint8Array>
  /**
   * Compares the corpus, once read, with what the manifest of the archive announces.
   * @param digest SHA-256 of the corpus, hexadecimal
   * @throws {AppError} `corpora.digest` or `corpora.invalid`
   */
  checkContent(header: CorpusHeader, digest: string): Promise<void>
  close(): void
}

/**
 * Opens a pack and checks its signature, before its content is read.
 * @param publicKeys keys whose signature is required, as base64 of their SPKI form; none: an unsigned pack is accepted
 * @throws {AppError} `corpora.unsigned`, `corpora.signature`, `corpora.archive`, `corpora.too_large`, `corpora.invalid`
 */
export async function openPack(path: string, publicKeys: readonly string[]): Promise<OpenPack> {
  if (!(await isZipFile(path))) {
    if (publicKeys.length > 0) throw new AppError('corpora.unsigned')
    const readCorpus = () => createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Uint8Array>
    return { signature: 'absente', readCorpus, checkContent: async () => {}, close: () => {} }
  }
  const archive = await openZipFile(path, archiveLimits).catch(refuseArchive)
  try {
    const { names } = archive
    const manifestBytes = await readSmall(archive, archiveNames.manifest)
    if (manifestBytes === null) throw invalidArchive(`Cette archive n’a pas de ${archiveNames.manifest}`)
    const signature = checkSignature(manifestBytes, await readSmall(archive, archiveNames.signature), publicKeys)
    const manifest = parseManifest(manifestBytes)
    checkNames(names, manifest)
    return {
      signature,
      readCorpus: () => readFile(archive, archiveNames.corpus),
      checkContent: (header, digest) => checkContent(archive, manifest, header, digest),
      close: () => archive.close(),
    }
  } catch (error) {
    archive.close()
    throw error
  }
}

function refuseArchive(error: unknown): never {
  if (!(error instanceof ZipFileError)) throw error
  throw new AppError(error.isTooLarge ? 'corpora.too_large' : 'corpora.archive', {}, { cause: error })
}

async function* readFile(archive: ZipFile, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* archive.read(name)
  } catch (error) {
    refuseArchive(error)
  }
}

async function readSmall(archive: ZipFile, name: string): Promise<Buffer | null> {
  if (!archive.names.includes(name)) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of readFile(archive, name)) {
    size += chunk.length
    if (size > maxSmallFile) throw new AppError('corpora.too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** @throws {AppError} `corpora.unsigned` or `corpora.signature`, when there are keys */
function checkSignature(manifest: Buffer, signature: Buffer | null, publicKeys: readonly string[]): CorpusSignature {
  if (publicKeys.length === 0) return signature === null ? 'absente' : 'non_verifiee'
  if (signature === null) throw new AppError('corpora.unsigned')
  const bytes = Buffer.from(signature.toString('latin1').trim(), 'base64')
  const isKnown = publicKeys.some((key) => verify(null, manifest, createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }), bytes))
  if (!isKnown) throw new AppError('corpora.signature')
  return 'verifiee'
}

function parseManifest(bytes: Buffer): CorpusManifest {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new AppError('corpora.archive', {}, { cause })
  }
  const { success, data, error } = corpusManifestSchema.safeParse(value, { error: (issue) => validationPhrase(issue) })
  if (success) return data
  const { path, message } = error.issues[0]!
  throw invalidArchive(`Dans ${archiveNames.manifest}, ${path.join('.')}\u00a0: ${message.charAt(0).toLowerCase()}${message.slice(1)}`)
}

/** @throws {AppError} `corpora.invalid` when the manifest does not list the very files of the archive, its corpus among them */
function checkNames(names: readonly string[], { files }: CorpusManifest): void {
  const listed = new Set<string>(files.map(({ name }) => name))
  const unlisted = names.find((name) => name !== archiveNames.manifest && name !== archiveNames.signature && !listed.has(name))
  if (unlisted !== undefined) throw invalidArchive(`Le fichier «\u00a0${unlisted}\u00a0» n’est pas dans le manifeste de l’archive`)
  const missing = [archiveNames.corpus, ...listed].find((name) => !names.includes(name))
  if (missing !== undefined) throw invalidArchive(`Le fichier «\u00a0${missing}\u00a0» manque à l’archive`)
}

const described = { name: 'nom', source: 'source', licence: 'licence', attribution: 'attribution', extracted_on: 'date d’extraction' } as const

async function checkContent(archive: ZipFile, manifest: CorpusManifest, header: CorpusHeader, digest: string): Promise<void> {
  for (const { name, sha256 } of manifest.files)
    if ((name === archiveNames.corpus ? digest : await digestOf(readFile(archive, name))) !== sha256)
      throw new AppError('corpora.digest', {
        sentence: `Le fichier «\u00a0${name}\u00a0» n’est pas celui que le manifeste annonce (empreinte différente). Rien n’a été importé.`,
      })
  for (const [field, label] of Object.entries(described) as [keyof typeof described, string][])
    if (manifest[field] !== header[field]) throw invalidArchive(`Le manifeste de l’archive et son corpus n’ont pas le même champ «\u00a0${label}\u00a0»`)
}

async function digestOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

function invalidArchive(fault: string): AppError {
  return new AppError('corpora.invalid', { sentence: `Ce corpus n’est pas valable. ${fault}.` })
}
