import { createHash, type Hash } from 'node:crypto'
import { corpusArticleSchema, corpusHeaderSchema, type CorpusArticle, type CorpusHeader } from '@parvis/contract'
import { articleKey } from '@parvis/legal-references'
import { AppError } from '../../platform/errors/app-error.ts'
import { validationPhrase } from '../../platform/errors/validate.ts'
import type { OpenPack } from './open-pack.ts'
import { BrokenPackError, readPack, type PackPart } from './read-pack.ts'

/** Maximum number of faults reported. */
const maxFaults = 20

type CorpusVersion = CorpusArticle['versions'][number]

/** Result of the check of a pack. */
type CheckedPack = {
  header: CorpusHeader
  /** SHA-256 of the corpus, hexadecimal: the same whether it comes alone or in an archive. */
  digest: string
  articles: number
  versions: number
}

/**
 * Reads a whole pack and checks it, without writing anything.
 * @param visit called with each valid article
 * @throws {AppError} `corpora.not_json` when it is cut or is no JSON, `corpora.invalid` with the faults, and those of `OpenPack`
 */
export async function checkPack(pack: OpenPack, visit: (article: CorpusArticle) => void = () => {}): Promise<CheckedPack> {
  const fields: Record<string, unknown> = {}
  const faults: string[] = []
  const ids = new Set<string>()
  const numbers = new Set<string>()
  const codes = new Set<string>()
  let articles = 0
  let versions = 0
  const hash = createHash('sha256')
  for await (const part of readParts(pack.readCorpus(), hash)) {
    const value = parsePart(part.json)
    if (part.kind === 'field') {
      fields[part.name] = value
      continue
    }
    articles += 1
    const result = corpusArticleSchema.safeParse(value, { error: (issue) => validationPhrase(issue) })
    const place = placeOf(value, articles)
    const problems = result.success
      ? problemsOf(result.data, { ids, numbers })
      : result.error.issues.map((issue) => `${issue.path.length === 0 ? '' : `${issue.path.join('.')}\u00a0: `}${lowerFirst(issue.message)}`)
    faults.push(...problems.slice(0, maxFaults).map((problem) => `${place}\u00a0: ${problem}`))
    if (!result.success || problems.length > 0) continue
    codes.add(result.data.code)
    versions += result.data.versions.length
    visit(result.data)
  }
  const header = corpusHeaderSchema.safeParse(fields, { error: (issue) => validationPhrase(issue) })
  if (!header.success) throw invalid([...header.error.issues.map(({ path: place, message }) => `${place.join('.')}\u00a0: ${lowerFirst(message)}`), ...faults])
  const { data } = header
  const known = new Set(data.codes.map(({ id }) => id))
  faults.push(...[...codes].filter((code) => !known.has(code)).map((code) => `le code «\u00a0${code}\u00a0» n’est pas dans la liste des codes`))
  if (known.size < data.codes.length) faults.push('un code est deux fois dans la liste')
  if (data.based_on !== undefined && data.based_on > data.extracted_on) faults.push('based_on\u00a0: cette date suit celle de l’extraction')
  if (articles === 0 && data.removed.length === 0) faults.push('ce corpus n’a aucun article')
  if (faults.length > 0) throw invalid(faults)
  const digest = hash.digest('hex')
  await pack.checkContent(data, digest)
  return { header: data, digest, articles, versions }
}

/**
 * Splits a corpus into its fields and articles, as JSON texts.
 * @param hash receives all its bytes
 * @param from end of the article after which reading begins, in bytes; 0: the whole corpus
 * @throws {AppError} `corpora.not_json`
 */
export async function* readParts(content: AsyncIterable<Uint8Array>, hash: Hash, from = 0): AsyncGenerator<PackPart> {
  try {
    yield* readPack(hashed(content, hash), from)
  } catch (error) {
    if (error instanceof BrokenPackError) throw new AppError('corpora.not_json', {}, { cause: error })
    throw error
  }
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

/** @throws {AppError} `corpora.not_json` */
function parsePart(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new AppError('corpora.not_json', {}, { cause })
  }
}

function placeOf(value: unknown, rank: number): string {
  const { code, number } = (value ?? {}) as { code?: unknown; number?: unknown }
  return typeof code === 'string' && typeof number === 'string' ? `${code.slice(0, 50)} ${number.slice(0, 50)}` : `article n° ${rank}`
}

function problemsOf({ id, code, number, versions }: CorpusArticle, seen: { ids: Set<string>; numbers: Set<string> }): string[] {
  const problems: string[] = []
  const numbered = `${code} ${articleKey(number)}`
  if (seen.ids.has(id)) problems.push(`l’identifiant «\u00a0${id}\u00a0» est celui d’un autre article`)
  if (seen.numbers.has(numbered)) problems.push('deux articles ont ce numéro')
  seen.ids.add(id)
  seen.numbers.add(numbered)
  return [...problems, ...versionProblems(versions)]
}

function versionProblems(versions: readonly CorpusVersion[]): string[] {
  const byId = new Map(versions.map((version) => [version.id, version]))
  const problems = byId.size < versions.length ? ['deux versions ont le même identifiant'] : []
  for (const version of versions) {
    if (version.valid_until !== null && version.valid_until < version.valid_from)
      problems.push(`les dates de la version «\u00a0${version.id}\u00a0» sont inversées (du ${version.valid_from} au ${version.valid_until})`)
    if (version.corrects === undefined) continue
    const corrected = byId.get(version.corrects)
    if (corrected === undefined || corrected === version || corrected.valid_from !== version.valid_from)
      problems.push(`la version «\u00a0${version.id}\u00a0» corrige une version absente, ou d’un autre jour`)
  }
  const effective = effectiveVersions(versions)
  for (const [index, next] of effective.entries()) {
    const before = effective[index - 1]
    if (before !== undefined && (before.valid_until === null || before.valid_until >= next.valid_from))
      problems.push(`les versions «\u00a0${before.id}\u00a0» et «\u00a0${next.id}\u00a0» se recouvrent (à partir du ${next.valid_from})`)
  }
  if (effective.length === 0) problems.push('toutes ses versions sont corrigées')
  return problems
}

/** Returns the versions that no other corrects, in the order of their days. */
export function effectiveVersions<V extends { id: string; valid_from: string; corrects?: string | undefined }>(versions: readonly V[]): V[] {
  const corrected = new Set(versions.map(({ corrects }) => corrects))
  return versions.filter(({ id }) => !corrected.has(id)).toSorted((a, b) => a.valid_from.localeCompare(b.valid_from))
}

/** SHA-256 of what a reference to an article depends on: its number, days and texts. */
export function articleDigest({ number, versions }: Pick<CorpusArticle, 'number' | 'versions'>): string {
  const facts = effectiveVersions(versions).map(({ valid_from, valid_until, text }) => [valid_from, valid_until, text])
  return createHash('sha256')
    .update(JSON.stringify([articleKey(number), facts]))
    .digest('hex')
}

function invalid(faults: readonly string[]): AppError {
  const others = faults.length - 1
  return new AppError('corpora.invalid', {
    fields: Object.fromEntries(faults.slice(0, maxFaults).map((fault, index) => [`${index + 1}`, fault])),
    sentence: `Ce corpus n’est pas valable. ${faults[0]!.charAt(0).toUpperCase()}${faults[0]!.slice(1)}${others > 0 ? ` (et ${others}\u00a0autre${others > 1 ? 's' : ''})` : ''}.`,
  })
}

const lowerFirst = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)
