import { ANALYSIS_VERSION } from '@parvis/french-search'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/schema/index.ts'
import { categoryKey, lockCategories } from '../../../authorization/category-names.ts'
import { capitalize } from './article-title.ts'

type CorpusName = { name: string; source: string }

/** SQL of the published articles of a corpus. */
const publishedArticles = ({ name, source }: CorpusName) => sql`
  select a.* from corpus_article a join corpus_import i on i.id = a.import_id
  where i.state = 'publie' and i.name = ${name} and i.source = ${source}`

/**
 * Makes the search follow the published articles of a corpus, in the transaction that publishes them: its category, a document for each code, and the
 * indexes of the articles. Indexes that two imports share are left as they are.
 */
export async function publishIndexes(trx: Db, corpus: CorpusName): Promise<void> {
  const category_id = await corpusCategory(trx, corpus)
  await writeCodes(trx, category_id, corpus)
  await sql`
    delete from corpus_index x using document d where d.id = x.document_id and d.category_id = ${category_id}::uuid
      and x.index_no not in (select index_no from (${publishedArticles(corpus)}) a where index_no is not null)`.execute(trx)
  await sql`
    insert into corpus_index (index_no, document_id, section_path, passage_count, analysis_version)
    select a.index_no, d.id, a.path, (select count(*) from corpus_passage p where p.index_no = a.index_no), ${ANALYSIS_VERSION}
    from (${publishedArticles(corpus)}) a join document d on d.category_id = ${category_id}::uuid and d.corpus_code = a.code
    where a.index_no is not null
    on conflict (index_no) do nothing`.execute(trx)
}

/** Returns the category of a corpus, created the first time and open to everybody. A name already taken is completed: « Codes (corpus) ». */
async function corpusCategory(trx: Db, { name, source }: CorpusName): Promise<string> {
  const found = await trx.selectFrom('document_category').select('id').where('corpus_name', '=', name).where('corpus_source', '=', source).executeTakeFirst()
  if (found !== undefined) return found.id
  await lockCategories(trx)
  const others = await trx.selectFrom('document_category').select(['name_key', 'display_name']).execute()
  const taken = new Set(others.flatMap(({ name_key, display_name }) => [name_key, categoryKey(display_name)]))
  const candidates = [name, `${name} (corpus)`, ...Array.from({ length: taken.size + 1 }, (_, index) => `${name} (corpus ${index + 2})`)]
  const free = candidates.find((candidate) => !taken.has(categoryKey(candidate)))!
  await trx.deleteFrom('document_category_alias').where('name_key', '=', categoryKey(free)).execute()
  const { id } = await trx
    .insertInto('document_category')
    .values({ name: free, name_key: categoryKey(free), display_name: free, is_known: true, corpus_name: name, corpus_source: source })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes a document for each code that has articles, with the size of its texts in bytes, and deletes those of the other codes. */
async function writeCodes(trx: Db, category_id: string, corpus: CorpusName): Promise<void> {
  const { rows: codes } = await sql<{ code: string; title: string; size: number }>`
    select a.code, (
        select c.title from corpus_code c join corpus_import i on i.id = c.import_id
        where c.code = a.code and i.state = 'publie' and i.name = ${corpus.name} and i.source = ${corpus.source}
        order by i.extracted_on desc, i.created_at desc limit 1) as title,
      greatest(sum((select sum(octet_length(v.text)) from corpus_version v where v.article_id = a.id)), 1)::float8 as size
    from (${publishedArticles(corpus)}) a group by a.code`.execute(trx)
  await trx
    .deleteFrom('document')
    .where('category_id', '=', category_id)
    .where('corpus_code', 'is not', null)
    .$if(codes.length > 0, (query) =>
      query.where(
        'corpus_code',
        'not in',
        codes.map(({ code }) => code),
      ),
    )
    .execute()
  for (const { code, title, size } of codes)
    await sql`
      insert into document (category_id, corpus_code, original_filename, title, size, format, state)
      values (${category_id}::uuid, ${code}, ${capitalize(title)}, ${capitalize(title)}, ${Math.round(size)}, 'txt', 'indexe')
      on conflict (category_id, corpus_code) where corpus_code is not null
      do update set original_filename = excluded.original_filename, title = excluded.title, size = excluded.size`.execute(trx)
}

/** Deletes the documents of a corpus that is removed, and its category unless an assistant uses it: a corpus of the same name and source finds it again. */
export async function removeIndexes(trx: Db, { name, source }: CorpusName): Promise<void> {
  const category = await trx.selectFrom('document_category').select('id').where('corpus_name', '=', name).where('corpus_source', '=', source).executeTakeFirst()
  if (category === undefined) return
  await trx.deleteFrom('document').where('category_id', '=', category.id).execute()
  await sql`
    delete from document_category c where c.id = ${category.id}::uuid
      and not exists (select 1 from assistant_document_category a where a.category_id = c.id)`.execute(trx)
}
