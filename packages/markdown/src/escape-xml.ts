const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** What XML 1.0 cannot hold, even as an entity: one such character makes a file unreadable. */
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A text as XML and HTML show it, and nothing else (specification, chapter 7). */
export const escapeXml = (value: string): string =>
  value
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"']/g, (character) => entities[character]!)
