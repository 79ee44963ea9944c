/** Why a column does not leave, or `yes`. */
type Column = 'yes' | { left_out: string }

/**
 * What becomes of a table in the copy that people take of their data. `of` chooses the rows of one person, as an SQL condition where `$me`
 * stands for their id; `order` names columns, never null, that tell these rows apart; `tells` says to them what the file holds. A table that is
 * not personal says why, and why each of its columns that points to a person is not told.
 */
export type Declaration<Row> =
  | { file: string; tells: string; of: string; order: string; columns: Record<keyof Row & string, Column> }
  | { not_personal: string; people?: Partial<Record<keyof Row & string, string>> }

export const secret = { left_out: 'secret : il permettrait d’entrer à la place de la personne' }
export const inner = { left_out: 'technique : ne dit rien de la personne' }
