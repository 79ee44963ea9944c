import { constants, type LibraryCategory } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/schema/index.ts'
import { isCategoryUsableBy } from '../../../authorization/documents.ts'

/** Lists the non-empty categories that the person may read, in French alphabetical order, each with its newest files. */
export async function libraryCategories(db: Db, reader_id: string): Promise<LibraryCategory[]> {
  const { rows } = await sql<LibraryCategory>`
    select c.name, c.display_name,
      array(select a.name from document_category_alias a where a.category_id = c.id order by a.name) as former_names,
      count(d.id) as document_count, count(i.document_id) as indexed_count,
      count(*) filter (where d.state = 'echec' and i.document_id is null) as unreadable_count,
      count(i.document_id) > 0 and bool_and(d.state = 'echec' or i.document_id is not null) as vector_store_exists,
      (array_agg(d.original_filename order by d.created_at desc, d.id))[1:${constants.librarySummaryFiles}::int] as files
    from document_category c
    join document d on d.category_id = c.id
    left join document_index i on i.document_id = d.id
    where ${isCategoryUsableBy(sql`c.id`, reader_id)}
    group by c.id`.execute(db)
  return rows.sort((a, b) => a.display_name.localeCompare(b.display_name, 'fr'))
}
