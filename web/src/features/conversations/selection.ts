import { plural } from '../../ui/words/formats.ts'

/** What is chosen of what is still listed: a row that has left the list is not acted on unseen. */
export function chosenOf<Row extends { id: string }>(rows: readonly Row[], ids: ReadonlySet<string>): Row[] {
  return rows.filter(({ id }) => ids.has(id))
}

/** The choice with a row more, or less. */
export function withRow(ids: ReadonlySet<string>, id: string, isChosen: boolean): ReadonlySet<string> {
  const next = new Set(ids)
  if (isChosen) next.add(id)
  else next.delete(id)
  return next
}

/** What the box over the list shows: all of it, some of it, or nothing. */
export function stateOfAll(listed: number, chosen: number): { isSelected: boolean; isIndeterminate: boolean } {
  return { isSelected: listed > 0 && chosen === listed, isIndeterminate: chosen > 0 && chosen < listed }
}

/** « 3 sélectionnées » */
export const chosenWords = (count: number): string => plural(count, 'sélectionnée')
