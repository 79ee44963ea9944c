import type { DatedArticle } from '@parvis/contract'
import { articleKey } from '@parvis/legal-references'
import { sql } from 'kysely'
import { isCategoryUsableBy } from '../../authorization/documents.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { joinEqual, stateAt, type DatedText } from './state-at.ts'

/** Version in force of an article. `text` is the digest of its text, which identifies it. */
type VersionRow = DatedText & { article_id: string; position: number }

/**
 * Reads an article of the published corpora whose category the reader may use: its state and its text at a day, and the days of all its texts.
 * @param days `at`: day of the text that cites it, `today`: day of the reading, both `YYYY-MM-DD`
 * @throws {AppError} `request.not_found` when none of them has it
 */
export async function readArticle(
  db: Db,
  { code, article }: { code: string; article: string },
  reader_id: string,
  days: { at: string; today: string },
): Promise<DatedArticle> {
  const { rows } = await sql<VersionRow>`
    select v.article_id, v.position, to_char(v.valid_from, 'YYYY-MM-DD') as valid_from, to_char(v.valid_until, 'YYYY-MM-DD') as valid_until, md5(v.text) as text
    from corpus_article a
    join corpus_import i on i.id = a.import_id and i.state = 'publie'
    join corpus_version v on v.article_id = a.id and not v.is_corrected
    where a.code = ${code} and a.number_key = ${articleKey(article)} and exists (select from document_category c
      where c.corpus_name = i.name and c.corpus_source = i.source and ${isCategoryUsableBy(sql`c.id`, reader_id)})
    order by v.valid_from`.execute(db)
  const shown = versionAt(rows, days.at)
  if (shown === undefined) throw notFound()
  const described = await db
    .selectFrom('corpus_version as v')
    .innerJoin('corpus_article as a', 'a.id', 'v.article_id')
    .innerJoin('corpus_import as i', 'i.id', 'a.import_id')
    .innerJoin('corpus_code as c', (join) => join.onRef('c.import_id', '=', 'a.import_id').onRef('c.code', '=', 'a.code'))
    .where('v.article_id', '=', shown.article_id)
    .where('v.position', '=', shown.position)
    .select(['a.number', 'a.path', 'v.text', 'c.title', 'i.name', 'i.licence', 'i.attribution', 'i.extracted_on'])
    .executeTakeFirstOrThrow(notFound)
  const { number, path, text, title, ...corpus } = described
  const runs = joinEqual(rows)
  const { valid_from, valid_until } = runs.findLast((run) => run.valid_from <= shown.valid_from)!
  return {
    code,
    code_title: title,
    article: number,
    path,
    ...stateAt(rows, days.at, days.today),
    versions: runs.map((run) => ({ valid_from: run.valid_from, valid_until: run.valid_until })),
    shown: { valid_from, valid_until, text },
    corpus,
  }
}

/** Version in force on a day; else the last one that ended before it, else the first one. */
const versionAt = (versions: readonly VersionRow[], day: string): VersionRow | undefined =>
  versions.findLast(({ valid_from }) => valid_from <= day) ?? versions[0]
