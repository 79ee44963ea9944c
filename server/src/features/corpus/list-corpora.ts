import type { Corpus } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'
import { deleteStrayPassages } from '../../retrieval/article-store.ts'
import { removeIndexes } from './search/publish-indexes.ts'

/** Lists the installed corpora, then the imports that run or failed. A corpus made of several packs has the id and the attribution of the last one. */
export async function listCorpora(db: Db): Promise<Corpus[]> {
  const { rows } = await sql<Corpus & { articles: string; versions: string }>`
    with import as (
      select i.*, first_value(id) over (partition by source, name, state = 'publie' order by extracted_on desc, created_at desc) as corpus_id
      from corpus_import i where state <> 'remplace'
    ), totals as (
      select i.corpus_id, count(distinct a.id)::int as articles, count(v.position)::int as versions
      from import i join corpus_article a on a.import_id = i.id join corpus_version v on v.article_id = a.id
      where i.state = 'publie' group by i.corpus_id
    )
    select i.id, i.name, i.source, i.licence, i.attribution, to_char(i.extracted_on, 'YYYY-MM-DD') as extracted_on, i.signature, i.state, i.reason,
      coalesce(t.articles, i.articles_done) as articles, coalesce(t.versions, 0) as versions,
      (select coalesce(json_agg(distinct jsonb_build_object('code', c.code, 'title', c.title)), '[]') from corpus_code c
        where c.import_id in (select other.id from import other where other.corpus_id = i.id)) as codes,
      i.created_at as imported_at, i.finished_at
    from import i left join totals t on t.corpus_id = i.id
    where i.id = i.corpus_id or i.state <> 'publie'
    order by i.state = 'publie' desc, i.name, i.created_at desc`.execute(db)
  return rows
}

/** Deletes a corpus with every pack that it is made of and its category, or a failed import. @returns null when there is none */
export async function removeCorpus(db: Db, id: string): Promise<{ blob_ids: string[] } | null> {
  const removed = await db.transaction().execute((trx) => deleteImports(trx, id))
  if (removed !== null) await deleteStrayPassages(db)
  return removed
}

async function deleteImports(db: Db, id: string): Promise<{ blob_ids: string[] } | null> {
  const found = await db.selectFrom('corpus_import').select(['name', 'source', 'state']).where('id', '=', id).executeTakeFirst()
  if (found === undefined) return null
  const removed = await db
    .deleteFrom('corpus_import')
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        ...(found.state === 'publie' ? [eb.and([eb('name', '=', found.name), eb('source', '=', found.source), eb('state', '=', 'publie')])] : []),
      ]),
    )
    .returning('blob_id')
    .execute()
  if (found.state === 'publie') await removeIndexes(db, found)
  return { blob_ids: removed.flatMap(({ blob_id }) => blob_id ?? []) }
}
