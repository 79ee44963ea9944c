/**
 * `Content-Disposition` of a download under its original name (RFC 6266, RFC 8187): an ASCII form for old clients and the
 * exact name in UTF-8. Control and direction characters, which could disguise an extension, are dropped.
 */
export function contentDisposition(filename: string): string {
  const name =
    filename
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}/\\]/gu, '')
      .slice(0, 200) || 'document'
  const ascii =
    name
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/["\\%;]/g, '_')
      .trim() || 'document'
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
