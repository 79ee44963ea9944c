import { packLimits, packSchema, packVersion, type Pack } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import { validationPhrase } from '../../platform/errors/validate.ts'
import { categoryKey } from '../../authorization/category-names.ts'
import type { MultipartUpload } from '../../platform/http/handler.ts'

/** Maximum number of errors reported. */
const maxReportedErrors = 20

/**
 * Parses and validates the bytes of a pack. Its content is data only: no text is interpreted.
 * @throws {AppError} `packs.too_large`, `packs.not_json`, `packs.version`, and `packs.invalid` with the paths of the errors
 */
function parsePack(bytes: Uint8Array): Pack {
  if (bytes.byteLength > packLimits.bytes) throw new AppError('packs.too_large')
  const value = readJson(bytes)
  const version = (value as { version?: unknown } | null)?.version
  if (typeof version === 'number' && version > packVersion) throw new AppError('packs.version')
  const result = packSchema.safeParse(value, { error: (issue) => validationPhrase(issue) })
  if (!result.success) throw refused(result.error.issues.map(({ path, message }) => [pathText(path), message]))
  const pack = result.data
  const twice = [...sameNames(pack, 'assistant_categories'), ...sameNames(pack, 'document_categories')]
  if (twice.length > 0) throw refused(twice)
  return pack
}

/** @param problems path in the file (`assistants[3].name`) and description of each error */
export function refused(problems: readonly (readonly [place: string, phrase: string])[]): AppError {
  const fields: Record<string, string> = {}
  for (const [place, phrase] of problems.slice(0, maxReportedErrors)) fields[place] ??= phrase
  const [place, phrase] = problems[0]!
  const others = new Set(problems.map(([other]) => other)).size - 1
  return new AppError('packs.invalid', {
    fields,
    sentence: `Ce pack n’est pas valable. ${place}\u00a0: ${lowerFirst(phrase)}${others > 0 ? ` (et ${others}\u00a0autre${others > 1 ? 's' : ''})` : ''}.`,
  })
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new AppError('packs.not_json', {}, { cause })
  }
}

/** Formats a path as `assistants[3].name`; « le fichier » for the root. */
function pathText(path: readonly PropertyKey[]): string {
  const joined = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
  return joined.replace(/^\./, '') || 'le fichier'
}

function sameNames(pack: Pack, list: 'assistant_categories' | 'document_categories'): (readonly [string, string])[] {
  const first = new Map<string, number>()
  return pack[list].flatMap(({ name }, rank) => {
    const key = categoryKey(name)
    const before = first.get(key)
    if (before === undefined) first.set(key, rank)
    return before === undefined ? [] : [[`${list}[${rank}].name`, `Ce nom est déjà celui de ${list}[${before}]`] as const]
  })
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

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
