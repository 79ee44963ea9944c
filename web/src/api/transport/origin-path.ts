/**
 * Validates the path to go to after signing in: a path of this origin, in plain form (trust case AUT-16).
 * @returns null for anything else: `//host`, `/\host`, `https:host`, control characters, authentication pages
 */
export function safeOriginPath(path: unknown): string | null {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path) || /[\\\u0000-\u001f\u007f]/.test(path)) return null
  // No try needed: a path of this form always parses. URL.parse is not in every browser.
  const url = new URL(path, 'http://parvis.invalid')
  if (url.origin !== 'http://parvis.invalid' || `${url.pathname}${url.search}${url.hash}`.startsWith('//')) return null
  if (/^\/(login|register|forgot-password|reset-password|connexion|deconnexion)(\/|$)/.test(url.pathname)) return null
  return `${url.pathname}${url.search}${url.hash}`
}
