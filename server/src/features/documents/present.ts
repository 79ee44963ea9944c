import type { Day, LibraryDocument, Source } from '@parvis/contract'
import { sql } from 'kysely'
import type { DocumentRow } from './queries.ts'
import { canChangeDocument } from '../../authorization/documents.ts'
import type { RightsHolder } from '../../authorization/granted.ts'

const units = ['o', 'ko', 'Mo', 'Go'] as const

/** Formats a size with non-breaking spaces: « 850 o », « 12,4 ko », « 3 Mo ». */
export function readableSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_024
    unit += 1
  }
  const shownSize = value.toLocaleString('fr-FR', { maximumFractionDigits: unit === 0 ? 0 : 1 })
  return `${shownSize}\u00a0${units[unit]}`
}

/** Converts a row into the document that this person sees on a day. */
export function toLibraryDocument(row: DocumentRow, person: RightsHolder, today: Day): LibraryDocument {
  const { id, original_filename, description, state, state_reason, page_count, progress, warnings } = row
  return {
    id,
    original_filename,
    description,
    state,
    state_reason,
    page_count,
    progress,
    warnings,
    category: row.category ?? '',
    file_size_readable: readableSize(row.size),
    uploader_name:
      [row.first_name, row.last_name].filter(Boolean).join(' ') || row.username || (row.corpus_code === null ? 'Compte supprimé' : 'Corpus de textes'),
    upload_date: row.created_at,
    can_edit: canChangeDocument(person, row),
    is_corpus: row.corpus_code !== null,
    valid_from: row.valid_from,
    valid_until: row.valid_until,
    review_by: row.review_by,
    supersedes_id: row.supersedes_id,
    version_date: row.version_date,
    in_force_until: row.in_force_until,
    superseded_by_id: row.superseded_by_id,
    superseded_on: row.superseded_on,
    force: forceOf(row, today),
    review_due: isReviewDue(row, today),
  }
}

/** Returns whether a document is in force on a day, and if not why. */
function forceOf({ valid_from, in_force_until, superseded_on }: DocumentRow, today: Day): LibraryDocument['force'] {
  if (valid_from !== null && valid_from > today) return 'a_venir'
  if (in_force_until === null || in_force_until >= today) return 'en_vigueur'
  return superseded_on !== null && superseded_on <= today ? 'remplace' : 'expire'
}

/** Whether the day of a document's review is past. */
const isReviewDue = ({ review_by }: { review_by: string | null }, today: Day): boolean => review_by !== null && review_by < today

/** Columns of `document` that `sourceDates` needs. `superseded_on`: first day of the next version, even in the future. */
export const sourceDateColumns = [
  'version_date',
  'valid_from',
  'valid_until',
  'review_by',
  'collection',
  'owner_id',
  'created_at',
  sql<string | null>`(select later.valid_from from document later where later.supersedes_id = document.id)`.as('superseded_on'),
] as const

type DatedRow = Pick<DocumentRow, 'version_date' | 'valid_from' | 'valid_until' | 'review_by' | 'owner_id' | 'created_at' | 'superseded_on'> & {
  collection: string | null
}

export type SourceDates = Pick<Source, 'version_date' | 'valid_until' | 'superseded' | 'superseded_on' | 'review_due' | 'collection' | 'upload_date'>

/** Returns the dates shown with a source, and whether on this day it is replaced or past its review. A library document has the date of its upload. */
export function sourceDates(row: DatedRow, today: Day): SourceDates {
  const version_date = row.valid_from ?? row.version_date
  const { valid_until, superseded_on, collection, owner_id, created_at } = row
  return {
    version_date,
    valid_until,
    superseded: superseded_on !== null && superseded_on <= today,
    ...(superseded_on !== null && { superseded_on }),
    review_due: isReviewDue(row, today),
    ...(collection !== null && { collection }),
    ...(owner_id === null && { upload_date: created_at }),
  }
}
