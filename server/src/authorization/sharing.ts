import { sql, type RawBuilder } from 'kysely'
import type { RightsHolder } from './granted.ts'

/** SQL condition: a person may read a shared conversation, their own or one shared with them, until it expires (database function `readable_share`). */
export const isShareReadableBy = (share_id: RawBuilder<unknown>, reader_id: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`${share_id} in (select r from readable_share(${reader_id}::uuid, ${now}::timestamptz) r)`

/** Fields of a resource that decide who may share it. `owner_id` null: the organisation. `is_managed`: the person manages it through a grant. */
export type ShareableResource = { owner_id: string | null; is_managed: boolean }

/** Whether a person may read and set the grants on a resource: administrators for the organisation's, else its owner and managers. */
export const canShare = (person: RightsHolder, { owner_id, is_managed }: ShareableResource): boolean =>
  owner_id === null ? person.is_admin : owner_id === person.id || is_managed
