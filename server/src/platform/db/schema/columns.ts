import type { ColumnType, Generated } from 'kysely'

/** Read as an ISO 8601 UTC text (the driver's parser makes it), written as a text or a Date. */
export type Timestamp = ColumnType<string, string | Date, string | Date>
export type NullableTimestamp = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
export type DefaultTimestamp = ColumnType<string, string | Date | undefined, string | Date>
export type Id = Generated<string>
