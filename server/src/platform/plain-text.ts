import { sql } from 'kysely'

/** A text compared as people do: neither accents, capitals nor the shape of an apostrophe, which each keyboard writes in its way, tell two apart. */
export const plainText = (text: unknown) => sql<string>`replace(fold_text(${text}), '’', '''')`
