import { limits } from '@parvis/contract'
import { formatNumber, plural } from '../../ui/words/formats.ts'

/** Returns the selected rows that are still listed: actions must not apply to rows that are no longer visible. */
export function chosenOf<Row extends { id: string }>(rows: readonly Row[], ids: ReadonlySet<string>): Row[] {
  return rows.filter(({ id }) => ids.has(id))
}

/** Returns the selection with a row added or removed. */
export function withRow(ids: ReadonlySet<string>, id: string, isChosen: boolean): ReadonlySet<string> {
  const next = new Set(ids)
  if (isChosen) next.add(id)
  else next.delete(id)
  return next
}

/** State of the « select all » checkbox. */
export function selectAllState(listedCount: number, chosen: number): { isSelected: boolean; isIndeterminate: boolean } {
  return { isSelected: listedCount > 0 && chosen === listedCount, isIndeterminate: chosen > 0 && chosen < listedCount }
}

/** « 3 sélectionnées » */
export const selectedLabel = (count: number): string => plural(count, 'sélectionnée')

/** « 3 conversations mises dans « Voirie » »; for a null name, « Conversation retirée de son projet ». */
export function movedSentence(count: number, name: string | null): string {
  const conversations = count === 1 ? 'Conversation' : plural(count, 'conversation')
  const s = count === 1 ? '' : 's'
  return name === null ? `${conversations} retirée${s} de ${count === 1 ? 'son' : 'leur'} projet` : `${conversations} mise${s} dans «\u00a0${name}\u00a0»`
}

export const tooManyForProject = (count: number): string =>
  `${limits.conversationsAtOnce}\u00a0conversations au plus changent de projet à la fois\u00a0: désélectionnez-en ${formatNumber(count - limits.conversationsAtOnce)}, puis recommencez avec elles.`
