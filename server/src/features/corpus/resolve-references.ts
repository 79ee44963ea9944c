import type { ResolvedReference } from '@parvis/contract'
import { articleKey, findReferences, legalCodes, type LegalCode } from '@parvis/legal-references'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'
import { formatFrenchDay } from '../../platform/paris.ts'
import { stateAt, type DatedText } from './state-at.ts'

const builtInIds = new Set(legalCodes.map(({ id }) => id))

async function readInstalledCodes(db: Db): Promise<LegalCode[]> {
  const rows = await db
    .selectFrom('corpus_code as c')
    .innerJoin('corpus_import as i', 'i.id', 'c.import_id')
    .where('i.state', '=', 'publie')
    .select(['c.code', 'c.title', 'c.abbreviations'])
    .execute()
  return rows.map(({ code, title, abbreviations }) => ({ id: code, title, abbreviations }))
}

/**
 * Finds the references of a text and resolves each at a day. Several articles in one place are as many references.
 * @param days `at`: day of the text, `today`: day of the reading, both `YYYY-MM-DD`
 */
export async function resolveReferences(
  db: Db,
  text: string,
  days: { at: string; today: string },
): Promise<{ installed: boolean; references: ResolvedReference[] }> {
  const codes = await readInstalledCodes(db)
  // Codes and acts that the package knows need no recogniser of their own, which takes longer to build than a text to read.
  const more = codes.filter(({ id }) => !builtInIds.has(id) && !/^(?:LOI|ORDONNANCE|DECRET)-/.test(id))
  const known = new Set(codes.map(({ id }) => id))
  const found = findReferences(text, { codes: more }).flatMap(({ start, end, code: cited, articles }) => {
    const code = cited === null || known.has(cited) ? cited : (codeOfDate(cited, codes) ?? cited)
    return (articles.length === 0 ? [null] : articles).map((article) => ({ start, end, code, article }))
  })
  const cited = found.flatMap(({ code, article }) => (code !== null && article !== null && known.has(code) ? [{ code, key: articleKey(article) }] : []))
  const texts = await readVersions(db, cited)
  const spans = await readSpans(
    db,
    found.flatMap(({ code, article }) => (code !== null && article === null && known.has(code) ? [code] : [])),
  )
  return {
    installed: codes.length > 0,
    references: found.map((reference) => {
      const { code, article } = reference
      if (code === null || !known.has(code)) return { ...reference, state: 'hors_corpus' }
      if (article === null) return { ...reference, ...wholeStateAt(spans.get(code), days) }
      return { ...reference, ...stateAt(texts.get(`${code} ${articleKey(article)}`) ?? [], days.at, days.today) }
    }),
  }
}

/** First day of the first article of a code or of an act, and last day of the last one; null when one of them has no end. */
type CodeSpan = { valid_from: string; valid_until: string | null }

async function readSpans(db: Db, codes: readonly string[]): Promise<Map<string, CodeSpan>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<CodeSpan & { code: string }>`
    select a.code, to_char(min(v.valid_from), 'YYYY-MM-DD') as valid_from,
      case when bool_and(v.valid_until is not null) then to_char(max(v.valid_until), 'YYYY-MM-DD') end as valid_until
    from corpus_article a join corpus_import i on i.id = a.import_id and i.state = 'publie'
      join corpus_version v on v.article_id = a.id and not v.is_corrected
    where a.code = any(${[...new Set(codes)]}::text[]) group by a.code`.execute(db)
  return new Map(rows.map(({ code, ...span }) => [code, span]))
}

/** State of a whole code or act: in force from the first day of its first article to the last day of its last one. */
const wholeStateAt = (span: CodeSpan | undefined, { at, today }: { at: string; today: string }) =>
  span === undefined ? { state: 'inconnu' as const } : stateAt([{ ...span, text: '' }], at, today)

/** Code of an act cited by its date only (`LOI-2019-08-06`), when one installed act of its kind has that date in its title; null for any other. */
function codeOfDate(cited: string, codes: readonly LegalCode[]): string | null {
  const [, kind, day] = /^(LOI|ORDONNANCE|DECRET)-(\d{4}-\d\d-\d\d)$/.exec(cited) ?? []
  if (kind === undefined || day === undefined) return null
  const words = formatFrenchDay(day).replace('\u00a0', ' ')
  const ofDate = codes.filter(({ id, title }) => id.startsWith(`${kind}-`) && title.replaceAll('\u00a0', ' ').includes(`du ${words}`))
  return ofDate.length === 1 ? ofDate[0]!.id : null
}

/** Reads the versions in force of articles, by `CODE NUMBER`, in the order of their days. */
async function readVersions(db: Db, cited: readonly { code: string; key: string }[]): Promise<Map<string, DatedText[]>> {
  if (cited.length === 0) return new Map()
  const { rows } = await sql<DatedText & { code: string; number_key: string }>`
    select a.code, a.number_key, to_char(v.valid_from, 'YYYY-MM-DD') as valid_from, to_char(v.valid_until, 'YYYY-MM-DD') as valid_until, v.text
    from (select distinct code, key from unnest(${cited.map(({ code }) => code)}::text[], ${cited.map(({ key }) => key)}::text[]) as c(code, key)) as wanted
    join corpus_article a on a.code = wanted.code and a.number_key = wanted.key
    join corpus_import i on i.id = a.import_id and i.state = 'publie'
    join corpus_version v on v.article_id = a.id and not v.is_corrected
    order by v.valid_from`.execute(db)
  const texts = new Map<string, DatedText[]>()
  for (const { code, number_key, ...version } of rows) texts.set(`${code} ${number_key}`, [...(texts.get(`${code} ${number_key}`) ?? []), version])
  return texts
}
