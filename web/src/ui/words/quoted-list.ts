/** Formats names as « A », « B » et « C ». */
export const quotedList = (names: readonly string[]): string => new Intl.ListFormat('fr').format(names.map((name) => `«\u00a0${name}\u00a0»`))
