import type { LibraryDocument, Source } from '@parvis/contract'
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

/** Converts a row into the document that this person sees. */
export function toLibraryDocument(row: DocumentRow, person: RightsHolder): LibraryDocument {
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
    uploader_name: [row.first_name, row.last_name].filter(Boolean).join(' ') || row.username || 'Compte supprimé',
    upload_date: row.created_at,
    can_edit: canChangeDocument(person, row),
  }
}

/** Columns of a document that `sourceDates` needs. */
export const sourceDateColumns = ['version_date', 'collection', 'owner_id', 'created_at'] as const

type DatedRow = { version_date: string | null; collection: string | null; owner_id: string | null; created_at: string }

/** Returns the dates shown with a source: version date and collection if known, and for a library document the date when it was added. */
export const sourceDates = ({ version_date, collection, owner_id, created_at }: DatedRow): Pick<Source, 'version_date' | 'collection' | 'upload_date'> => ({
  ...(version_date !== null && { version_date }),
  ...(collection !== null && { collection }),
  ...(owner_id === null && { upload_date: created_at }),
})
