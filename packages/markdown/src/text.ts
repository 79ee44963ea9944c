/** Pattern of spaces inside a number, and between a number and its unit. */
const inFigures = /(?<=\d) (?=\d{3}(?!\d))|(?<=\d) (?=(?:€|%|‰|°|m²|m³|k€|M€|[kMG]o|(?:k|c|m)?m|km²|ha|h|min|s|[km]?g|t|kWh|ans?|euros?)(?![\p{L}\d]))/gu

/** Pattern of the space before a French punctuation mark, and inside guillemets. */
const atSigns = /(?<![\s\u00a0]) (?=[;:!?»](?:[\s»”")\]*,.]|$))|(?<=«) (?!\s)/gu

/** Makes spaces no-break inside « 1 300 € », before « ; » and inside guillemets. */
export function withNoBreakSpaces(text: string): string {
  const figures = /\d /.test(text) ? text.replace(inFigures, '\u00a0') : text
  return /« | [;:!?»]/.test(figures) ? figures.replace(atSigns, '\u00a0') : figures
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Pattern of characters forbidden in XML 1.0, even as entities: one of them makes a file unreadable. */
const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Escapes a text for XML and HTML (specification, chapter 7). Forbidden characters are removed. */
export const escapeXml = (value: string): string =>
  value
    .toWellFormed()
    .replace(forbiddenCharacters, '')
    .replace(/[&<>"']/g, (character) => entities[character]!)
