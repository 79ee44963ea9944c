const maxNameLength = 255

/**
 * Builds the `Content-Disposition` of a download under its original name (RFC 6266, RFC 8187): an ASCII form for old clients and the exact name in UTF-8.
 * Bidirectional and joining marks are kept (trust case FIC-04): they cannot disguise an extension, as only accepted file types are stored. Control
 * characters and path separators are dropped.
 */
export function contentDisposition(filename: string): string {
  const name =
    filename
      .replace(/[\p{Cc}/\\]/gu, '')
      .slice(0, maxNameLength)
      .toWellFormed() || 'document'
  const ascii =
    name
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/["\\%;]/g, '_')
      .trim() || 'document'
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
