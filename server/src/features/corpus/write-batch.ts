import type { CorpusArticle } from '@parvis/contract'
import { articleKey } from '@parvis/legal-references'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { writeArticlePassages } from '../../retrieval/article-store.ts'
import { articleDigest, effectiveVersions } from './check-pack.ts'
import { findKnownArticles, prepareIndexes, type ArticleRow, type ArticleToIndex } from './search/index-articles.ts'

type Batch = {
  articles: readonly CorpusArticle[]
  /** Codes of the pack, by their id there. */
  codes: ReadonlyMap<string, { code: string; title: string }>
  /** Number of articles written before it. */
  done: number
  /** Position in the corpus after its last article, in bytes. */
  bytes: number
}

/** Finds or prepares the index of each article: an article that an import does not change keeps the index that is published. */
async function indexesOf(context: Context, rows: readonly (ArticleRow & ArticleToIndex)[]) {
  const known = await findKnownArticles(
    context.db,
    rows.map(({ versions: _, code_title: __, ...row }) => row),
  )
  const changed = rows.filter(({ pack_id }) => (known.get(pack_id)?.index_no ?? null) === null)
  const { index_numbers, passages } = await prepareIndexes(context, changed)
  const newIndexes = new Map(changed.map(({ pack_id }, index) => [pack_id, `${index_numbers[index]!}`]))
  return {
    passages,
    indexed: rows.map(({ versions: _, code_title: __, ...row }) => ({
      ...row,
      article_no: known.get(row.pack_id)?.article_no ?? null,
      index_no: newIndexes.get(row.pack_id) ?? known.get(row.pack_id)!.index_no,
    })),
  }
}

/** Writes one batch and the progress together, unless another process has written it. */
export async function writeBatch(context: Context, import_id: string, { articles, codes, done, bytes }: Batch): Promise<void> {
  const rows = articles.map((article) => ({
    pack_id: article.id,
    code: codes.get(article.code)!.code,
    code_title: codes.get(article.code)!.title,
    versions: effectiveVersions(article.versions),
    number: article.number,
    number_key: articleKey(article.number),
    path: article.path,
    digest: articleDigest(article),
  }))
  const versions = articles.flatMap((article) => {
    const effective = new Set(effectiveVersions(article.versions).map(({ id }) => id))
    return article.versions.map(({ id, valid_from, valid_until, state, text }, position) => ({
      article: article.id,
      position,
      pack_id: id,
      valid_from,
      valid_until,
      state,
      text,
      is_corrected: !effective.has(id),
    }))
  })
  const { indexed, passages } = await indexesOf(context, rows)
  await context.db.transaction().execute(async (trx) => {
    const claimed = await trx
      .updateTable('corpus_import')
      .set({ articles_done: done + articles.length, bytes_done: bytes })
      .where('id', '=', import_id)
      .where('state', '=', 'en_cours')
      .where('articles_done', '=', done)
      .returning('id')
      .executeTakeFirst()
    if (claimed === undefined) throw new AppError('request.not_found')
    await sql`
      insert into corpus_article (import_id, pack_id, code, number, number_key, path, digest, article_no, index_no)
      select ${import_id}::uuid, r.pack_id, r.code, r.number, r.number_key, r.path, r.digest, coalesce(r.article_no, nextval('corpus_article_serial')), r.index_no
      from jsonb_to_recordset(${JSON.stringify(indexed)}::jsonb)
        as r(pack_id text, code text, number text, number_key text, path text[], digest text, article_no bigint, index_no bigint)`.execute(trx)
    await writeArticlePassages(trx, passages)
    await sql`
      insert into corpus_version (article_id, position, pack_id, valid_from, valid_until, state, text, is_corrected)
      select a.id, r.position, r.pack_id, r.valid_from, r.valid_until, r.state, r.text, r.is_corrected
      from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb)
        as r(article text, position integer, pack_id text, valid_from date, valid_until date, state text, text text, is_corrected boolean)
      join corpus_article a on a.import_id = ${import_id}::uuid and a.pack_id = r.article`.execute(trx)
  })
}
