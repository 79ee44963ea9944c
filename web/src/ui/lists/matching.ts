/** The text without accents nor capitals, so that « ECOLE » finds « école ». */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('Œ', 'oe')
    .toLocaleLowerCase('fr-FR')
}

/** Whether one of the texts holds what is looked for, whatever the accents and capitals. Blank: everything does. */
export function isFound(search: string, texts: readonly string[]): boolean {
  const wanted = fold(search.trim())
  return texts.some((text) => fold(text).includes(wanted))
}
