import type { LibraryDocument } from '@parvis/contract'
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
  const shown = value.toLocaleString('fr-FR', { maximumFractionDigits: unit === 0 ? 0 : 1 })
  return `${shown}\u00a0${units[unit]}`
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
