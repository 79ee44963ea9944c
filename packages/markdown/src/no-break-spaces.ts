/** Pattern of spaces inside a number, and between a number and its unit. */
const inFigures = /(?<=\d) (?=\d{3}(?!\d))|(?<=\d) (?=(?:€|%|‰|°|m²|m³|k€|M€|[kMG]o|(?:k|c|m)?m|km²|ha|h|min|s|[km]?g|t|kWh|ans?|euros?)(?![\p{L}\d]))/gu
/** Pattern of the space before a French punctuation mark, and inside guillemets. */
const atSigns = /(?<![\s\u00a0]) (?=[;:!?»](?:[\s»”")\]*,.]|$))|(?<=«) (?!\s)/gu

/** Makes spaces no-break inside « 1 300 € », before « ; » and inside guillemets. */
export function withNoBreakSpaces(text: string): string {
  const figures = /\d /.test(text) ? text.replace(inFigures, '\u00a0') : text
  return /« | [;:!?»]/.test(figures) ? figures.replace(atSigns, '\u00a0') : figures
}
