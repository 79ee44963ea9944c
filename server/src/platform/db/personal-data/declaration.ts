/** `yes` when the column is exported, otherwise the reason why it is left out. */
type ColumnExport = 'yes' | { left_out: string }

/**
 * Treatment of a table in the export of a person's data. `of`: SQL condition that selects the person's rows, where `$me` is their id. `order`: non-null
 * columns that identify the rows. `description`: French description of the file, for the person. A table that is not personal gives the reason, and the reason
 * for each of its columns that refers to a person.
 */
export type PersonalDataDeclaration<Row> =
  | { file: string; description: string; of: string; order: string; columns: Record<keyof Row & string, ColumnExport> }
  | { not_personal: string; people?: Partial<Record<keyof Row & string, string>> }

export const secret = { left_out: 'secret : il permettrait d’entrer à la place de la personne' }
export const inContent = { left_out: 'déjà dans « content »' }
export const technical = { left_out: 'technique : ne dit rien de la personne' }
