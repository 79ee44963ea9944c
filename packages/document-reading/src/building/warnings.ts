import type { DocumentBuilder } from './document-builder.ts'

/** Maximum number of hidden slides named in a warning. */
const MAX_NAMED = 20

/** Writes the French warning about hidden slides, given by number, whose text was read. */
export function hiddenSlidesWarning(numbers: readonly number[]): string {
  if (numbers.length === 1) return `La diapositive masquée ${numbers[0]} a été lue aussi.`
  const others = numbers.length - MAX_NAMED
  const names = numbers.slice(0, MAX_NAMED).join(', ')
  return `Les diapositives masquées ${names}${others > 0 ? ` et ${others.toLocaleString('fr-FR')} autres` : ''} ont été lues aussi.`
}

/** Maximum number of file names in the warning; the others are counted. */
const MAX_NAMES = 5

/** Warns of embedded files, which are not read. */
export function warnOfAttachments(names: readonly string[], builder: DocumentBuilder): void {
  if (names.length === 0) return
  const others = names.length - MAX_NAMES
  const more = others > 0 ? `, et ${others} ${others > 1 ? 'autres' : 'autre'}` : ''
  const subject = names.length > 1 ? 'Pièces jointes non lues' : 'Pièce jointe non lue'
  builder.warn('attachments_ignored', `${subject} : ${names.slice(0, MAX_NAMES).join(', ')}${more}.`)
}
