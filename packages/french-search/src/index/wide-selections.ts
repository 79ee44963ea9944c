import type { Candidate } from '../ranking/rank-passages.ts'
import { rankSelection, selectPassages, shortlistLength, type IndexQuery, type SearchContext, type Selection } from './search-passages.ts'

/** Result of a selection made before the scope is known: its id, and the numbers of its documents without a group. */
export type WideSelection = { id: number; documents: number[] }

export type WideSelections = {
  /** Selects twice the passages that a search ranks. */
  select: (context: SearchContext, query: IndexQuery) => WideSelection
  /** Reads the passages that are ranked if the scope forbids none of them, while the caller reads the scope. */
  prepare: (id: number) => void
  /**
   * Ranks a selection without the passages of the forbidden documents, and forgets it.
   * @returns what a search of the other documents gives; null when too few passages are left to know it, or when the selection was forgotten
   */
  rankWithout: (id: number, forbidden: readonly number[]) => Candidate[] | null
  /** Forgets every selection: each keeps its segment in memory. */
  clear: () => void
}

/** Number of selections remembered until they are ranked: the oldest may be those of requests that failed. */
const MAX_SELECTIONS = 50

/** Returns the numbers of the documents of a selection that have no group. */
const documentsOf = ({ context: { segment }, shortlist }: Selection): number[] =>
  Array.from(new Set(shortlist.map(({ slot }) => segment.documentOf[slot]!))).flatMap((ordinal) => {
    const { index_no, group } = segment.documents.read(ordinal)
    return group === null ? [index_no] : []
  })

/** Creates the list of the selections that wait for their scope. */
export const createWideSelections = (): WideSelections => {
  const selections = new Map<number, Selection>()
  let last = 0
  return {
    select: (context, query) => {
      const selection = selectPassages(context, query, 2 * shortlistLength(query.limit))
      selections.set(++last, selection)
      selections.delete(last - MAX_SELECTIONS)
      return { id: last, documents: documentsOf(selection) }
    },
    prepare: (id) => {
      const selection = selections.get(id)
      selection?.shortlist.slice(0, shortlistLength(selection.limit)).forEach((entry) => selection.readPassage(entry))
    },
    rankWithout: (id, forbidden) => {
      const selection = selections.get(id)
      if (selection === undefined) return null
      selections.delete(id)
      const { context, shortlist, limit } = selection
      const { documents, documentOf } = context.segment
      const numbers = new Set(forbidden)
      const left = shortlist.filter(({ slot }) => !numbers.has(documents.indexNumber(documentOf[slot]!)))
      const length = shortlistLength(limit)
      return left.length < length && shortlist.length === 2 * length ? null : rankSelection(selection, left.slice(0, length))
    },
    clear: () => selections.clear(),
  }
}
