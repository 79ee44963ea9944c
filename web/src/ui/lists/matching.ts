/** The text without accents nor capitals, so that « ECOLE » finds « école ». */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('Œ', 'oe')
    .toLocaleLowerCase('fr-FR')
}

/** Phones write « ’ » where a keyboard writes « ' ». */
const plain = (text: string): string => fold(text).replaceAll('’', "'")

/** Whether one of the texts holds what is looked for, whatever the accents, capitals and apostrophes. Blank: everything does. */
export function isFound(search: string, texts: readonly string[]): boolean {
  const wanted = plain(search.trim())
  return texts.some((text) => plain(text).includes(wanted))
}
