import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { scopeQuery, type SearchScope } from '../documents/queries.ts'

export type ReadingOfUploads = {
  ready: number
  /** Names of those that are still being read. */ pending: string[]
  failed: Unread[]
}

/** `is_later`: its reading goes on another day, and the reason says so. */
export type Unread = { original_filename: string; reason: string; is_later: boolean }

const everyMs = 250
/** A question asked right after an upload waits for its reading this long; a long scan that was there before is not waited for. */
const patienceMs = 60_000

/**
 * Waits until the documents that a person loaded are read, or cannot be.
 * `ready` counts those that can be searched, a former index included.
 */
export async function waitForReading(context: Context, scope: SearchScope, signal: AbortSignal): Promise<ReadingOfUploads> {
  for (let waited = 0; ; waited += everyMs) {
    const rows = await readUploads(context, scope)
    // One that says why it waits will not be read in a minute.
    const pending = rows.filter(({ state, state_reason }) => (state === 'en_attente' || state === 'en_cours') && state_reason === null)
    if (waited >= patienceMs || pending.every(({ is_long }) => is_long)) {
      return {
        pending: pending.map(({ original_filename }) => original_filename),
        ready: rows.filter(({ is_indexed }) => is_indexed).length,
        failed: rows.flatMap(({ original_filename, state, state_reason }) =>
          state_reason === null ? [] : [{ original_filename, reason: state_reason, is_later: state === 'en_attente' }],
        ),
      }
    }
    await wait(everyMs, undefined, { signal })
  }
}

async function readUploads(context: Context, scope: SearchScope) {
  // Its reading takes minutes or hours, and somebody has waited for it already: every question of its project must not.
  const is_long = sql<boolean>`coalesce(job.lane = 'long', false) and document.created_at < now() - make_interval(secs => ${patienceMs / 1_000})`
  return context.db
    .selectFrom('document')
    .leftJoin('document_index', 'document_index.document_id', 'document.id')
    .leftJoin('job', (join) => join.onRef('job.document_id', '=', 'document.id').on('job.kind', '=', 'index_document'))
    .where(sql<boolean>`document.id in (${scopeQuery(scope)})`)
    .select((select) => ['original_filename', 'state', 'state_reason', select('document_index.document_id', 'is not', null).as('is_indexed')])
    .select(is_long.as('is_long'))
    .execute()
}
