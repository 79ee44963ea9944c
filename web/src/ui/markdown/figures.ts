/** Spaces that a line must not break at: between the digits of a number, and between a number and its unit. */
const inside = /(?<=\d) (?=\d{3}(?!\d))|(?<=\d) (?=(?:€|%|‰|°|m²|m³|k€|M€|[kMG]o|(?:k|c|m)?m|km²|ha|h|min|s|[km]?g|t|kWh|ans?|euros?)(?![\p{L}\d]))/gu

/** The text as it is drawn: « 1 300 € » stays whole at the end of a line. */
export const keepFigures = (text: string): string => (/\d /.test(text) ? text.replace(inside, '\u00a0') : text)

const figure = /^[+\-−–±≈~<>≤≥]?\s*\d[\d\s.,/:]*\s*(?:€|%|‰|k€|M€|[\p{L}²³°]{1,4})?(?:\s*(?:HT|TTC))?$/u

/** Whether a cell of a table holds a number, with its unit, and nothing else: it is then drawn on one line. */
export const isFigure = (text: string): boolean => text.length <= 24 && figure.test(text.trim())
