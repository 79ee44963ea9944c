import { DEFAULT_LIMITS, ExtractionError, openZip, type BoundedZip } from '@parvis/document-reading/archive'

/** Maximum size of a letterhead as uploaded, in bytes. */
export const maxLetterheadBytes = 5 * 1024 * 1024

const limits = { ...DEFAULT_LIMITS, unzippedBytes: 30 * 1024 * 1024, zipRatio: 60, zipEntries: 500 }

/** Reads an archive within limits. Any defect becomes a refusal. @throws {LetterheadRefusal} */
export async function withArchive<T>(bytes: Uint8Array, read: (zip: BoundedZip) => Promise<T>): Promise<T> {
  try {
    const zip = await openZip(bytes, limits)
    if (zip.names.some((name) => name.includes('..') || name.startsWith('/') || name.includes('\\'))) throw refusal('damaged')
    return await read(zip)
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error
    throw refusal(error.code === 'extraction.too_big' ? 'too_big' : 'damaged', error)
  }
}

/** Returns the bytes of an entry; null when it does not exist. */
export async function readBytes(zip: BoundedZip, name: string): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  return (await zip.stream(name, (chunk) => void chunks.push(chunk))) ? Buffer.concat(chunks) : null
}

const signatures: [extension: string, type: string, test: (head: Buffer) => boolean][] = [
  ['png', 'image/png', (head) => head.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))],
  ['jpg', 'image/jpeg', (head) => head[0] === 0xff && head[1] === 0xd8],
  ['jpeg', 'image/jpeg', (head) => head[0] === 0xff && head[1] === 0xd8],
  ['gif', 'image/gif', (head) => head.subarray(0, 4).toString('latin1') === 'GIF8'],
  ['bmp', 'image/bmp', (head) => head.subarray(0, 2).toString('latin1') === 'BM'],
  ['emf', 'image/x-emf', (head) => head.readUInt32LE(0) === 1 && head.subarray(40, 44).toString('latin1') === ' EMF'],
  ['wmf', 'image/x-wmf', (head) => [0x9ac6cdd7, 0x00090001, 0x00090002].includes(head.readUInt32LE(0))],
  ['svg', 'image/svg+xml', (head) => /<svg[\s>]/.test(head.toString('utf8'))],
]

/** Pattern of active content in an SVG, beyond drawing. */
const activeSvg =
  /<script|<foreignObject|<!DOCTYPE|<!ENTITY|\son\w+\s*=|javascript:|@import|(?:href|src)\s*=\s*["'](?!#|data:image\/)|url\(\s*["']?(?!#|data:image\/)/i

/** Returns the type of a picture, on which its extension and first bytes must agree. @throws {LetterheadRefusal} for anything else */
export function typeOfPicture(name: string, bytes: Buffer): string {
  const extension = name.split('.').at(-1)!.toLowerCase()
  const head = Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(64)])
  const signature = signatures.find(([candidate, , test]) => candidate === extension && test(head))
  if (signature === undefined) throw refusal('object')
  if (extension === 'svg' && activeSvg.test(bytes.toString('utf8'))) throw refusal('macros')
  return signature[1]
}

const reasons = {
  damaged: 'Ce document n’a pas pu être lu : il est abîmé, protégé par un mot de passe, ou n’est pas un vrai document Word ou OpenDocument.',
  too_big: 'Ce document est trop volumineux pour un papier à en-tête : 5 Mo au plus, et des images raisonnables.',
  macros: 'Ce document contient des macros ou des scripts : enregistrez-le sans macros, puis déposez-le de nouveau.',
  outside: 'Ce document va chercher quelque chose ailleurs (image liée, modèle attaché, champ qui lit un fichier) : incorporez les images et retirez le reste.',
  object: 'Ce document contient un objet incorporé (tableur, formulaire, contrôle, fichier joint) : gardez le texte et les images, retirez le reste.',
} as const

type RefusalReason = keyof typeof reasons

/** Reason why a file cannot be the letterhead. `message`: French sentence for the person who chose the file. */
export class LetterheadRefusal extends Error {
  override readonly name = 'LetterheadRefusal'
}

export const refusal = (reason: RefusalReason, cause?: unknown): LetterheadRefusal =>
  new LetterheadRefusal(reasons[reason].replace(' : ', '\u00a0: '), { cause })
