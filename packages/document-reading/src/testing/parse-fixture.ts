import { DEFAULT_LIMITS, type ExtractionLimits } from '../limits.ts'
import { parseDocument } from '../parse-document.ts'
import type { ExtractedBlock, ExtractedDocument, ExtractionFailure, ExtractionResult } from '../port.ts'
import type { Recogniser } from '../ocr/recognition.ts'

/** Recogniser that fails, for tests that should not reach character recognition. */
const noRecognition: Pick<Recogniser, 'recognise'> = {
  recognise: () => Promise.reject(new Error('reconnaissance inattendue')),
}

type Options = { limits?: Partial<ExtractionLimits>; recogniser?: Pick<Recogniser, 'recognise'>; isRich?: boolean }

/** Reads a file made by a test, in this process. */
export function parseFixture(
  bytes: Uint8Array | string,
  filename: string,
  { limits = {}, recogniser = noRecognition, isRich = false }: Options = {},
): Promise<ExtractionResult> {
  const content = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  return parseDocument(content, filename, { limits: { ...DEFAULT_LIMITS, ...limits }, scans: { recogniser, onSlowPage() {} }, onProgress() {}, isRich })
}

/**
 * Reads a file and returns its document.
 * @throws with the code and reason of the failure
 */
export async function documentOf(bytes: Uint8Array | string, filename: string, options?: Options): Promise<ExtractedDocument> {
  const result = await parseFixture(bytes, filename, options)
  if (!result.ok) throw new Error(`refusé : ${result.failure.code} ${result.failure.reason}`)
  return result.document
}

/**
 * Reads a file and returns its failure.
 * @throws when the file was read
 */
export async function failureOfFixture(bytes: Uint8Array | string, filename: string, options?: Options): Promise<ExtractionFailure> {
  const result = await parseFixture(bytes, filename, options)
  if (result.ok) throw new Error('lu alors qu’un refus était attendu')
  return result.failure
}

/** Writes blocks in a compact form: “h2 Titre”, “- élément”, “a|b/c|d”, “Texte”, with “~” before boilerplate. */
export function sketch(document: ExtractedDocument): string[] {
  return document.pages.flatMap(({ blocks }) => blocks.map(sketchBlock))
}

function sketchBlock(block: ExtractedBlock): string {
  const mark = block.boilerplate ? '~' : ''
  switch (block.kind) {
    case 'heading':
      return `${mark}h${block.level} ${block.text}`
    case 'list_item':
      return `${mark}- ${block.text}`
    case 'table':
      return `${mark}${block.header ? 'th ' : ''}${block.rows.map((row) => row.join('|')).join('/')}`
    case 'paragraph':
      return mark + block.text
  }
}
