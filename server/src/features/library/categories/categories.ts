import { constants, type Day, type LibraryCategory } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/schema/index.ts'
import { isCategoryUsableBy, isInForce, scopeQuery, type SearchScope } from '../../../authorization/documents.ts'

/** SQL condition on a document `d` and its index `i`: it is searched. Articles of a corpus have indexes of their own. */
const isIndexed = sql`(i.document_id is not null or d.corpus_code is not null)`

/**
 * Lists the non-empty categories that the person may read, in French alphabetical order, each with the number of its documents in force today and the newest
 * of them. A category without any stays: its documents answer a question at another day.
 */
export async function libraryCategories(db: Db, reader_id: string, today: Day): Promise<LibraryCategory[]> {
  const inForce = isInForce(sql`d`, today)
  const { rows } = await sql<LibraryCategory>`
    select c.name, c.display_name,
      array(select a.name from document_category_alias a where a.category_id = c.id order by a.name) as former_names,
      count(d.id) filter (where ${inForce}) as document_count, count(*) filter (where ${inForce} and ${isIndexed}) as indexed_count,
      count(*) filter (where ${inForce} and d.state = 'echec' and i.document_id is null) as unreadable_count,
      count(*) filter (where ${inForce} and ${isIndexed}) > 0
        and bool_and(d.state = 'echec' or ${isIndexed}) filter (where ${inForce}) as vector_store_exists,
      coalesce((array_agg(d.original_filename order by d.created_at desc, d.id) filter (where ${inForce}))[1:${constants.librarySummaryFiles}::int], '{}') as files
    from document_category c
    join document d on d.category_id = c.id
    left join document_index i on i.document_id = d.id
    where ${isCategoryUsableBy(sql`c.id`, reader_id)}
    group by c.id`.execute(db)
  return rows.sort((a, b) => a.display_name.localeCompare(b.display_name, 'fr'))
}

const maxQuestions = 3

/** Number of documents read: many have no heading to ask about. */
const maxDocuments = 12

const maxPassages = 20

const [minHeadingLength, maxHeadingLength] = [6, 70]

const maxTitleLength = 80

/** Pattern of headings that any document may have, about which nothing can be asked. */
const commonHeading =
  /^(introduction|sommaire|préambule|conclusion|annexes?|contacts?|glossaire|sources?|références?|objet|signatures?|notes?|voir aussi|pour en savoir plus|textes? (de loi|de référence|applicables?).*)$/iu

type TitledDocument = { name: string; title: string | null; proposed: string | null; trails: string[][] | null }

/**
 * Returns up to 3 example questions that documents of the scope in force today answer: the question stored with the document, else one made from its title and a heading.
 * Alternates between categories, newest documents first. For a document with a version date no question is made up: its rule may no longer be in force.
 */
export async function exampleQuestions(db: Db, scope: SearchScope, today: Day): Promise<string[]> {
  const { rows } = await sql<TitledDocument>`
    select d.original_filename as name, d.title, d.example_question as proposed, (
      select jsonb_agg(to_jsonb(p.section_path)) from (
        select section_path from passage where passage.index_no = i.index_no order by position limit ${maxPassages}::int
      ) p
    ) as trails
    from document d join document_index i on i.document_id = d.id
    where d.id in (${scopeQuery(scope, today)}) and (d.version_date is null or d.example_question is not null)
    order by row_number() over (partition by d.category_id order by d.created_at desc, d.id), d.created_at desc, d.id
    limit ${maxDocuments}::int`.execute(db)
  const questions = rows.map(questionOn)
  // A question with a heading is more specific than one with a title only.
  return [...questions.filter(({ hasHeading }) => hasHeading), ...questions.filter(({ hasHeading }) => !hasHeading)]
    .slice(0, maxQuestions)
    .map(({ question }) => question)
}

/**
 * Returns the question stored with a document, else one about its first specific heading, else about the whole document. A title that is a question is
 * returned as is.
 */
export function questionOn({ name, title, proposed, trails }: TitledDocument): { question: string; hasHeading: boolean } {
  if (proposed !== null) return { question: proposed, hasHeading: true }
  const documentTitle = titleOf(title ?? name)
  if (documentTitle.endsWith('?')) return { question: documentTitle, hasHeading: true }
  const heading = (trails ?? []).flatMap((trail) => trail.at(-1)?.trim() ?? []).find((category) => isSpecific(category, documentTitle))
  if (heading === undefined) return { question: `Que faut-il retenir de «\u00a0${documentTitle}\u00a0»\u00a0?`, hasHeading: false }
  if (heading.endsWith('?'))
    return { question: `D’après «\u00a0${documentTitle}\u00a0», ${heading.charAt(0).toLocaleLowerCase('fr')}${heading.slice(1)}`, hasHeading: true }
  return { question: `Que dit «\u00a0${documentTitle}\u00a0» à propos de «\u00a0${heading.replace(/[\s:.]+$/u, '')}\u00a0»\u00a0?`, hasHeading: true }
}

function titleOf(text: string): string {
  const clean = text
    .replace(/\.[a-z0-9]{2,5}$/iu, '')
    .replace(/[«»“”]/gu, '')
    .replace(/[\s_]+/gu, ' ')
    .trim()
  return clean.length <= maxTitleLength ? clean : `${clean.slice(0, clean.lastIndexOf(' ', maxTitleLength)).trimEnd()}…`
}

const isSpecific = (heading: string, title: string): boolean =>
  heading.length >= minHeadingLength &&
  heading.length <= maxHeadingLength &&
  /\p{L}{3}/u.test(heading) &&
  !/[«»|]/u.test(heading) &&
  !commonHeading.test(heading.replace(/^[\d.\s)–-]+/u, '')) &&
  heading.toLocaleLowerCase('fr') !== title.toLocaleLowerCase('fr')
