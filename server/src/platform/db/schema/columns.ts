import type { ColumnType, Generated } from 'kysely'

/** Timestamp: read as ISO 8601 UTC text (see the parsers of pool.ts), written as text or as a Date. */
export type Timestamp = ColumnType<string, string | Date, string | Date>
export type NullableTimestamp = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
export type DefaultTimestamp = ColumnType<string, string | Date | undefined, string | Date>
export type Id = Generated<string>
