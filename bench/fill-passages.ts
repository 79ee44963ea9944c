import { ANALYSIS_VERSION, createAnalyser } from '@parvis/french-search'
import { FIELD_BREAK, splitSentences } from '@parvis/french-search/bench'
import { sql } from 'kysely'
import { readDemoDocuments } from '../seed/documents/index.ts'
import type { Database } from '../server/src/platform/db/types.ts'

export const passagesPerDocument = 25
const sentencesPerPassage = 5
const passagesAtOnce = 50_000
const minSentenceLength = 30

/**
 * Adds passages number `from` to `to` by set-based SQL, as the product would have written them. Each has five random sentences of the demonstration
 * documents and an article of its own, under the title of its document.
 * @returns the categories of these passages: `small` has one document in a hundred, `large` the others
 */
export async function fillPassages(database: Database, from: number, to: number): Promise<{ large: string; small: string }> {
  const analyser = createAnalyser()
  const texts = [...new Set(readDemoDocuments().flatMap(({ text }) => text.split('\n').flatMap(splitSentences)))].filter(
    (sentence) => sentence.length >= minSentenceLength,
  )
  const terms = texts.map((sentence) => analyser.textTerms(sentence).join(' '))
  return database.patiently((db) =>
    db.connection().execute(async (session) => {
      const categories = await session.selectFrom('document_category').where('is_known', '=', true).orderBy('name').limit(2).select('id').execute()
      const [large, small] = [categories[0]!.id, categories[1]!.id]
      await sql`create temp table sentence as
        select content, terms, nth::int from unnest(${texts}::text[], ${terms}::text[]) with ordinality sentence (content, terms, nth)`.execute(session)
      await sql`create index on sentence (nth)`.execute(session)
      await sql`analyze sentence`.execute(session)
      for (let index = from; index < to; index += passagesAtOnce) {
        const end = Math.min(index + passagesAtOnce, to)
        const documents = [Math.ceil(index / passagesPerDocument), Math.ceil(end / passagesPerDocument) - 1]
        await sql`insert into document (id, category_id, original_filename, blob_id, size, format, state, title, valid_from, valid_until)
          select md5('d' || d)::uuid, case when d % 100 = 50 then ${small}::uuid else ${large}::uuid end, d || '.md', 'd' || d, 1, 'md', 'indexe', 'Recueil ' || d,
            case when d % 3 > 0 then date '2020-01-01' end, case when d % 3 > 1 then date '2099-12-31' end
          from generate_series(${documents[0]}::int, ${documents[1]}::int) d`.execute(session)
        await sql`insert into passage (index_no, document_id, position, section_path, text, terms)
          select n / ${passagesPerDocument}::int + 1, md5('d' || n / ${passagesPerDocument}::int)::uuid, n % ${passagesPerDocument}::int, array[h.content],
            string_agg(s.content, ' ' order by k),
            concat_ws(' ', h.terms, ${FIELD_BREAK}::text, h.terms, ${FIELD_BREAK}::text, string_agg(s.terms, ' ' order by k), 'l' || 1000 + n / 9 || '-' || n % 9)
          from generate_series(${index}::int, ${end - 1}::int) n
          cross join generate_series(1, ${sentencesPerPassage}::int) k
          join sentence s on s.nth = 1 + (hashint8extended(n, k) & 1073741823) % ${texts.length}::int
          join sentence h on h.nth = 1 + (hashint8extended(n / ${passagesPerDocument}::int, 0) & 1073741823) % ${texts.length}::int
          group by n, h.content, h.terms`.execute(session)
        await sql`insert into document_index (document_id, index_no, analysis_version, passage_count, title)
          select document_id, index_no, ${ANALYSIS_VERSION}, count(*), max(section_path[1]) from passage
          where index_no between ${documents[0]! + 1} and ${documents[1]! + 1} group by 1, 2`.execute(session)
      }
      await sql`drop table sentence`.execute(session)
      await sql`vacuum analyze`.execute(session)
      return { large, small }
    }),
  )
}
