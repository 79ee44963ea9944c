/** Block of a document in reading order, as `document-reading` gives it. `boilerplate` marks running headers, stamps and attendance lists. */
export type ComparedBlock = { boilerplate?: true } & (
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list_item'; text: string }
  | { kind: 'table'; rows: string[][]; /** Whether the first row holds the column names. */ header: boolean }
)

/** Page of a document, or its whole text where the format has no pages (`page: null`). */
export interface ComparedPage {
  page: number | null
  blocks: readonly ComparedBlock[]
}

export interface ComparedDocument {
  pages: readonly ComparedPage[]
}

/** Smallest part that a change names: a heading, a paragraph, a list item or a table row. */
export interface Unit {
  kind: 'heading' | 'paragraph' | 'item' | 'row'
  /** Level of a heading, from 1; null for the rest. */
  level: number | null
  /** Text; cells of a row are joined by ` | `. */
  text: string
  page: number | null
  /** Cells of a row and the names of its columns, when the table has them. */
  cells?: readonly string[]
  columns?: readonly string[]
  /** Number of the table in its document, from 0. */
  table?: number
}

export interface ChangeSide {
  /** Text of the units, one per line. */
  text: string
  /** Page of the first unit. */
  page: number | null
  /** Positions of the units in their document, from 0. */
  units: number[]
}

/** Part of a word comparison. */
export interface WordPart {
  text: string
  kind: 'same' | 'added' | 'removed'
}

export type ChangeKind = 'added' | 'removed' | 'changed' | 'moved'

export interface Change {
  kind: ChangeKind
  before: ChangeSide | null
  after: ChangeSide | null
  /** Heading under which the change stands, in the new text; in the old one for what was removed. */
  section: string | null
  /** Words of a changed unit. */
  words?: WordPart[]
  /** Whether a changed unit also moved. */
  moved?: true
}

/** Number, amount, date or duration that a change replaced. */
export interface FigureChange {
  before: string
  after: string
  /** Noun that a bare number counts: « jours », « m² ». */
  before_unit?: string
  after_unit?: string
  /** Row and column of a table, or the words around. */
  label?: string
  /** Position of the change in `changes`. */
  change: number
}

/** Step of the tracked text: the new document in order, with the removed units where they stood. */
export type Step =
  | { kind: 'same'; before: number[]; after: number[] }
  | { kind: 'added'; after: number[] }
  | { kind: 'removed'; before: number[] }
  | { kind: 'changed'; before: number[]; after: number[]; words: WordPart[] }
  /** `move` is the number of the move: its origin and its destination have the same. */
  | { kind: 'moved_from'; before: number[]; move: number }
  | { kind: 'moved_to'; after: number[]; move: number }

export interface Comparison {
  changes: Change[]
  figures: FigureChange[]
}

/** Comparison with what is needed to write the tracked text. */
export interface TrackedComparison extends Comparison {
  before: Unit[]
  after: Unit[]
  steps: Step[]
}
