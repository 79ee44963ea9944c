import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { scopeQuery, type AsOf, type SearchScope } from '../../authorization/documents.ts'

export type UploadsState = {
  ready: number
  /** Names of documents still being read. */ pending: string[]
  failedUploads: UnusableUpload[]
  /** Ids of the documents in `pending` and `failedUploads`. */
  unusable: string[]
}

/** A document that cannot be used; `is_later` is true when its reading continues another day, as `reason` then says. */
export type UnusableUpload = { original_filename: string; reason: string; is_later: boolean }

const pollIntervalMs = 250
/** Maximum wait for a document just uploaded, in milliseconds. Older documents with a long reading are not waited for. */
const timeoutMs = 60_000

/**
 * Waits until the person's documents in force on a day are read or have failed, for one minute at most. `ready` counts those that can be searched, even with a previous
 * index.
 */
export async function waitUntilRead(context: Context, scope: SearchScope, as_of: AsOf, signal: AbortSignal): Promise<UploadsState> {
  for (let waited = 0; ; waited += pollIntervalMs) {
    const rows = await readUploads(context, scope, as_of)
    // A document with a reason for waiting will not be read within a minute.
    const pending = rows.filter(({ state, state_reason }) => (state === 'en_attente' || state === 'en_cours') && state_reason === null)
    if (waited >= timeoutMs || pending.every(({ is_long }) => is_long)) {
      const failed = rows.filter(({ state_reason }) => state_reason !== null)
      return {
        unusable: [...pending, ...failed].map(({ id }) => id),
        pending: pending.map(({ original_filename }) => original_filename),
        ready: rows.filter(({ is_indexed }) => is_indexed).length,
        failedUploads: rows.flatMap(({ original_filename, state, state_reason }) =>
          state_reason === null ? [] : [{ original_filename, reason: state_reason, is_later: state === 'en_attente' }],
        ),
      }
    }
    await wait(pollIntervalMs, undefined, { signal })
  }
}

async function readUploads(context: Context, scope: SearchScope, as_of: AsOf) {
  // Its reading takes minutes or hours, and a first question has already waited for it: the next ones must not.
  const is_long = sql<boolean>`coalesce(job.lane = 'long', false) and document.created_at < now() - make_interval(secs => ${timeoutMs / 1_000})`
  return context.db
    .selectFrom('document')
    .leftJoin('document_index', 'document_index.document_id', 'document.id')
    .leftJoin('job', (join) => join.onRef('job.document_id', '=', 'document.id').on('job.kind', '=', 'index_document'))
    .where(sql<boolean>`document.id in (${scopeQuery(scope, as_of)})`)
    .select((select) => ['document.id', 'original_filename', 'state', 'state_reason', select('document_index.document_id', 'is not', null).as('is_indexed')])
    .select(is_long.as('is_long'))
    .execute()
}
