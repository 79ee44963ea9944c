import { sql } from 'kysely'

/**
 * Text as a list compares it: without accents or capitals, apostrophes alike, thousands, law references and compounds in one piece
 * (« 1 234 », « L. 2121-29 », « télé-travail »). The web folds lists the same way (`isFound`).
 */
export const plainText = (text: unknown) => sql<string>`regexp_replace(regexp_replace(regexp_replace(replace(fold_text(${text}), '’', ''''),
  '(?<=\\d)[\\s.](?=\\d{3}(?!\\d))', '', 'g'), '(?<![a-z0-9])(lo|[lrda])[.*\\s]+(?=\\d)', '\\1', 'g'), '(?<=[a-z])-(?=[a-z])', '', 'g')`
