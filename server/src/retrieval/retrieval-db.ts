import type { Kysely, RawBuilder } from 'kysely'

/** Any connection or transaction, of any schema: retrieval writes its own SQL. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type RetrievalDb = Kysely<any>

/** Subquery of the ids of the documents that the caller may search, such as sql`select id from document where …`. */
export type DocumentScope = RawBuilder<unknown>
