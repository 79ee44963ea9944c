import { errorSentence, isErrorCode, type ModelLevel, type SharedMessage, type Source } from '@parvis/contract'
import type { ReplyNotice } from '../../platform/db/schema/conversations.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { readStates } from '../documents/queries.ts'

/** Number of messages read by one statement. Messages may be long, and other requests run in between. */
const messagesAtOnce = 20

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const hiddenSource = (number: number): Source => ({
  number,
  document_id: '',
  document: 'Document supprimé, ou qui ne vous est pas ouvert',
  page: null,
  section: null,
  extract: '',
  score: 0,
  version_date: null,
  valid_until: null,
  is_hidden: true,
})

/** A message of a share, with the error code, the notices and the level of its row. */
type StoredMessage = SharedMessage & { error_code: string | null; notices: ReplyNotice[]; documents_level: ModelLevel | null }

/**
 * Reads the messages of a share in order, in batches, as this person may see them. A source whose document they may not read now keeps only its number.
 * The caller has checked the right to read the share.
 */
export async function* readShared(db: Db, share_id: string, reader_id: string): AsyncGenerator<StoredMessage[], void> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('conversation_share_message')
      .where('share_id', '=', share_id)
      .where('place', '>', after)
      .select(['place', 'role', 'content', 'status', 'finish_reason', 'error_code', 'sources', 'notices', 'documents_level', 'author', 'created_at'])
      .orderBy('place')
      .limit(messagesAtOnce)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    const ids = new Set(rows.flatMap(({ sources }) => sources.map(({ document_id }) => document_id)).filter((id) => uuid.test(id)))
    const readableIds = new Set((await readStates(db, [...ids], reader_id)).map(({ id }) => id))
    yield rows.map((row) => ({
      ...row,
      error: isErrorCode(row.error_code) ? errorSentence(row.error_code) : null,
      sources: row.sources.map((source) => (readableIds.has(source.document_id) ? source : hiddenSource(source.number))),
    }))
    if (rows.length < messagesAtOnce) return
    after = last.place
  }
}
