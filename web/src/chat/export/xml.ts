const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** What XML 1.0 cannot hold, even as an entity: one such character makes a file unreadable. */
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A text as XML and HTML show it, and nothing else (specification, chapter 7). */
export const escapeXml = (value: string): string =>
  value
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"']/g, (character) => entities[character]!)

export type Attributes = Readonly<Record<string, string | number>>

/** An element. `content` is markup already. */
export function element(name: string, attributes: Attributes = {}, ...content: readonly string[]): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('')
  const inner = content.join('')
  return inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`
}

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
