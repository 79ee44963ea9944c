import { limits } from '@parvis/contract'
import { formatNumber, plural } from '../../ui/words/formats.ts'

/** « 3 conversations mises dans « Voirie » »; a null name: « Conversation retirée de son projet ». */
export function projectWords(count: number, name: string | null): string {
  const conversations = count === 1 ? 'Conversation' : plural(count, 'conversation')
  const s = count === 1 ? '' : 's'
  return name === null ? `${conversations} retirée${s} de ${count === 1 ? 'son' : 'leur'} projet` : `${conversations} mise${s} dans «\u00a0${name}\u00a0»`
}

export const tooManyForProject = (count: number): string =>
  `${limits.conversationsAtOnce}\u00a0conversations au plus changent de projet à la fois\u00a0: désélectionnez-en ${formatNumber(count - limits.conversationsAtOnce)}, puis recommencez avec elles.`
