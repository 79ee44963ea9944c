/** Spaces between the digits of a number, and between a number and its unit. */
const inFigures = /(?<=\d) (?=\d{3}(?!\d))|(?<=\d) (?=(?:€|%|‰|°|m²|m³|k€|M€|[kMG]o|(?:k|c|m)?m|km²|ha|h|min|s|[km]?g|t|kWh|ans?|euros?)(?![\p{L}\d]))/gu
/** The space that French puts before a sign, and inside guillemets. */
const atSigns = /(?<![\s\u00a0]) (?=[;:!?»](?:[\s»”")\]*,.]|$))|(?<=«) (?!\s)/gu

/** A text in which a line does not break inside « 1 300 € », before « ; » nor inside guillemets: these spaces become no-break ones. */
export function withNoBreakSpaces(text: string): string {
  const figures = /\d /.test(text) ? text.replace(inFigures, '\u00a0') : text
  return /« | [;:!?»]/.test(figures) ? figures.replace(atSigns, '\u00a0') : figures
}
