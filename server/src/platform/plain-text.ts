import { sql } from 'kysely'

/**
 * SQL that normalises a text for list filters: no accents or capitals, one kind of apostrophe, and thousands, law references and compound words joined («
 * 1 234 », « L. 2121-29 », « télé-travail »). The web application normalises lists in the same way (`matchesSearch`).
 */
export const normalizedTextSql = (text: unknown) => sql<string>`regexp_replace(regexp_replace(regexp_replace(replace(fold_text(${text}), '’', ''''),
  '(?<=\\d)[\\s.](?=\\d{3}(?!\\d))', '', 'g'), '(?<![a-z0-9])(lo|[lrda])[.*\\s]+(?=\\d)', '\\1', 'g'), '(?<=[a-z])-(?=[a-z])', '', 'g')`
