/** Maximum number of hidden slides named in a warning. */
const MAX_NAMED = 20

/** Writes the French warning about hidden slides, given by number, whose text was read. */
export function hiddenSlidesWarning(numbers: readonly number[]): string {
  if (numbers.length === 1) return `La diapositive masquée ${numbers[0]} a été lue aussi.`
  const others = numbers.length - MAX_NAMED
  const names = numbers.slice(0, MAX_NAMED).join(', ')
  return `Les diapositives masquées ${names}${others > 0 ? ` et ${others.toLocaleString('fr-FR')} autres` : ''} ont été lues aussi.`
}
