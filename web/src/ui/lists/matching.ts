/** The text without accents nor capitals, so that « ECOLE » finds « école ». */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('Œ', 'oe')
    .toLocaleLowerCase('fr-FR')
}

/** Text as a list compares it: apostrophes alike, thousands, law references and compounds in one piece. The server folds lists the same way (`plainText`). */
const plain = (text: string): string =>
  fold(text)
    .replaceAll('’', "'")
    .replace(/(?<=\d)[\s.](?=\d{3}(?!\d))/g, '')
    .replace(/(?<![a-z0-9])(lo|[lrda])[.*\s]+(?=\d)/g, '$1')
    .replace(/(?<=[a-z])-(?=[a-z])/g, '')

/** Whether one of the texts holds what is looked for, whatever the accents, capitals and the way to write figures and compounds. Blank: everything does. */
export function isFound(search: string, texts: readonly string[]): boolean {
  const wanted = plain(search.trim())
  return texts.some((text) => plain(text).includes(wanted))
}
