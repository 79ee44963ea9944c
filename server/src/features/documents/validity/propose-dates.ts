import type { DateProposal, FormerProposal } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/schema/index.ts'
import { selectDocuments, type DocumentRow } from '../queries.ts'
import { loadReading } from '../reading/stored-pages.ts'
import { foldInPlace, readDates, readReplaced, titleKey, titleLikeness, type ReplacedMention } from './read-dates.ts'

/** Characters of a document in which its dates are looked for. */
const maxCharacters = 60_000
const maxCandidates = 500
const maxFormers = 5
const minLikeness = 0.6

/** Proposes dates for a document, and documents that it may replace, among those that this person may read. Changes nothing. */
export async function proposeDates(db: Db, document: DocumentRow, reader_id: string): Promise<{ proposals: DateProposal[]; formers: FormerProposal[] }> {
  const reading = await loadReading(db, document.id, maxCharacters)
  const blocks = (reading?.pages ?? []).flatMap((page) => page.blocks.map((block) => ('text' in block ? block.text : '')))
  const text = blocks.join('\n').slice(0, maxCharacters)
  const proposals = readDates({ filename: document.original_filename, title: document.title, text })
  return { proposals, formers: await findFormers(db, document, reader_id, readReplaced(text)) }
}

/** Finds the documents of the same place that another one may replace: those that it names, then those with the same title. */
async function findFormers(db: Db, document: DocumentRow, reader_id: string, mentions: readonly ReplacedMention[]): Promise<FormerProposal[]> {
  const candidates = await selectDocuments(db, reader_id)
    .where('document.id', '<>', document.id)
    .where(sql<boolean>`document.owner_id is not distinct from ${document.owner_id}::uuid`)
    .where(sql<boolean>`document.category_id is not distinct from ${document.category_id}::uuid`)
    // A chain has one last version, and no document replaces one of its own later versions.
    .where('successor.id', 'is', null)
    .where(sql<boolean>`document.id not in (
      with recursive later as (
        select d.id from document d where d.supersedes_id = ${document.id}::uuid
        union all select d.id from later join document d on d.supersedes_id = later.id)
      select id from later)`)
    .orderBy('document.created_at', 'desc')
    .limit(maxCandidates)
    .execute()
  const found = candidates.flatMap((candidate) => {
    const quote = mentions.find((mention) => isNamed(candidate, mention))?.quote ?? null
    const likeness = Math.max(...titlesOf(document).flatMap((title) => titlesOf(candidate).map((other) => titleLikeness(title, other))))
    return quote === null && likeness < minLikeness ? [] : [{ candidate, quote, rank: (quote === null ? 0 : 1) + likeness }]
  })
  return found
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, maxFormers)
    .map(({ candidate: { id, original_filename, valid_from }, quote }) => ({ document_id: id, original_filename, valid_from, quote }))
}

type Titled = Pick<DocumentRow, 'title' | 'original_filename'>
const titlesOf = ({ title, original_filename }: Titled): string[] => [original_filename, ...(title === null ? [] : [title])]

/** Whether a mention names a document: its title has the words of the mention, and its date is that of the mention when both have one. */
function isNamed(candidate: Titled & Pick<DocumentRow, 'valid_from' | 'version_date'>, { words, day }: ReplacedMention): boolean {
  const own = candidate.valid_from ?? candidate.version_date
  if (day !== null && own !== null && own !== day) return false
  const wanted = foldInPlace(words)
  return titlesOf(candidate).some((title) => {
    const key = titleKey(title).split(' ').filter(Boolean)
    return key.length > 0 && key.filter((word) => wanted.includes(word)).length >= Math.max(1, Math.ceil(key.length * minLikeness))
  })
}
