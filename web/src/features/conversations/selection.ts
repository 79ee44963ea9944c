import { limits } from '@parvis/contract'
import { formatNumber, plural } from '../../ui/words/formats.ts'

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

/** « 3 conversations mises dans « Voirie » »; a null name: « Conversation retirée de son projet ». */
export function projectWords(count: number, name: string | null): string {
  const conversations = count === 1 ? 'Conversation' : plural(count, 'conversation')
  const s = count === 1 ? '' : 's'
  return name === null ? `${conversations} retirée${s} de ${count === 1 ? 'son' : 'leur'} projet` : `${conversations} mise${s} dans «\u00a0${name}\u00a0»`
}

export const tooManyForProject = (count: number): string =>
  `${limits.conversationsAtOnce}\u00a0conversations au plus changent de projet à la fois\u00a0: désélectionnez-en ${formatNumber(count - limits.conversationsAtOnce)}, puis recommencez avec elles.`
