const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Pattern of characters forbidden in XML 1.0, even as entities: one of them makes a file unreadable. */
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Escapes a text for XML and HTML (specification, chapter 7). Forbidden characters are removed. */
export const escapeXml = (value: string): string =>
  value
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"']/g, (character) => entities[character]!)
