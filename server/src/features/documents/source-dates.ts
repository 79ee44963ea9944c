import type { Source } from '@parvis/contract'

/** Columns of a document that `sourceDates` needs. */
export const sourceDateColumns = ['version_date', 'collection', 'owner_id', 'created_at'] as const

type DatedRow = { version_date: string | null; collection: string | null; owner_id: string | null; created_at: string }

/** Returns the dates shown with a source: version date and collection if known, and for a library document the date when it was added. */
export const sourceDates = ({ version_date, collection, owner_id, created_at }: DatedRow): Pick<Source, 'version_date' | 'collection' | 'upload_date'> => ({
  ...(version_date !== null && { version_date }),
  ...(collection !== null && { collection }),
  ...(owner_id === null && { upload_date: created_at }),
})
