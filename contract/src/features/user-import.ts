import * as z from 'zod/mini'

/** `rows` of a file; `lot` of one creation; `bytes` of a file; `cell`: characters of a cell, far beyond what any field holds. */
export const importLimits = { rows: 1_000, lot: 100, bytes: 1_048_576, cell: 500 } as const

const number = new Intl.NumberFormat('fr-FR')
const cell = z._default(z.string('Ce champ est un texte').check(z.maxLength(importLimits.cell, `${importLimits.cell} caractères au plus`)), '')

/** A row as the file has it: what is wrong in it is told of it, and stops no other. */
const importedRow = z.object({
  /** Where it stands in the file, for who reads the answer. */
  line: z.number('Un numéro de ligne est attendu'),
  email: cell,
  /** Empty: made of the address. */
  username: cell,
  first_name: cell,
  last_name: cell,
})
export type ImportedRow = z.output<typeof importedRow>

export const importedRows = (most: number) =>
  z
    .array(importedRow, 'Une liste de lignes est attendue')
    .check(z.minLength(1, 'Il n’y a aucune ligne à importer'), z.maxLength(most, `${number.format(most)} lignes au plus`))

/** What becomes of a row: an account is made, its address has one already, or it is refused and `reason` says why. */
const importStatus = z.enum(['created', 'existing', 'refused'])
export type ImportStatus = z.infer<typeof importStatus>

const plannedRow = {
  line: z.number(),
  status: importStatus,
  email: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  reason: z.nullable(z.string()),
}
export const plannedImport = z.object({ rows: z.array(z.object(plannedRow)) })
/** `password`: the one that was drawn for an account made without an invitation. Said here, once, and kept nowhere. */
export const doneImport = z.object({ rows: z.array(z.object({ ...plannedRow, password: z.optional(z.string()) })) })
export type ImportOutcome = z.infer<typeof doneImport>['rows'][number]
