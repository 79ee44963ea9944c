import { ownSentence, storageKeys } from '@parvis/contract'

export interface Tokens {
  access_token: string
  refresh_token?: string
}

/** Where the two tokens live (specification, chapter 9: local storage, keys accessToken and refreshToken). */
export interface TokenStore {
  access: () => string | null
  refresh: () => string | null
  /** A missing `refresh_token` leaves the one that is kept. */
  save: (tokens: Tokens) => void
  clear: () => void
}

/** Tokens in a web storage. Each reading asks the storage: another tab may have changed it. */
export function createTokenStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): TokenStore {
  return {
    access: () => storage.getItem(storageKeys.access),
    refresh: () => storage.getItem(storageKeys.refresh),
    save({ access_token, refresh_token }) {
      // The refresh value first: other tabs act on the access token, and must then find its companion.
      if (refresh_token !== undefined) storage.setItem(storageKeys.refresh, refresh_token)
      storage.setItem(storageKeys.access, access_token)
    },
    clear() {
      storage.removeItem(storageKeys.refresh)
      storage.removeItem(storageKeys.access)
    },
  }
}

type TokenCheck = { isValid: true } | { isValid: false; reason: 'missing' | 'expired' | 'invalid'; message: string }

const refused = (reason: 'missing' | 'expired' | 'invalid'): TokenCheck => ({ isValid: false, reason, message: ownSentence(`auth.${reason}`) })

/**
 * Reads an access token without its key (specification, chapter 4): invalid when there is none, when its expiry is past,
 * or when it cannot be decoded. Messages are those of chapter 8. Only the server knows whether it is genuine.
 * @param now milliseconds since 1970
 */
export function checkToken(token: string | null, now: number): TokenCheck {
  if (!token) return refused('missing')
  const exp = expiryOf(token)
  if (exp === null) return refused('invalid')
  return exp * 1000 <= now ? refused('expired') : { isValid: true }
}

/** `exp` in seconds; null when the token cannot be read. */
function expiryOf(token: string): number | null {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' && Number.isFinite(exp) ? exp : null
}

/** Whose token it is: nobody's when there is none; undefined when it cannot be read. */
export const ownerOf = (token: string | null): unknown => (token === null ? null : claimsOf(token).sub)

function claimsOf(token: string): { exp?: unknown; sub?: unknown } {
  const parts = token.split('.')
  if (parts.length !== 3) return {}
  try {
    const bytes = Uint8Array.from(atob(parts[1]!.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
    return (JSON.parse(new TextDecoder().decode(bytes)) as object | null) ?? {}
  } catch {
    return {}
  }
}
