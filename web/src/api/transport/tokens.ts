import { clientErrorSentence, storageKeys } from '@parvis/contract'

export interface Tokens {
  access_token: string
  refresh_token?: string
}

/** Store of the two tokens (specification, chapter 9: local storage, keys accessToken and refreshToken). */
export interface TokenStore {
  access: () => string | null
  refresh: () => string | null
  /** Without `refresh_token`, the stored one stays. */
  save: (tokens: Tokens) => void
  clear: () => void
}

/** Creates a token store over a web storage. Each read goes to the storage, which another tab may have changed. */
export function createTokenStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): TokenStore {
  return {
    access: () => storage.getItem(storageKeys.access),
    refresh: () => storage.getItem(storageKeys.refresh),
    save({ access_token, refresh_token }) {
      // The refresh token first: other tabs react to the access token, and must then find the matching refresh token.
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

const refused = (reason: 'missing' | 'expired' | 'invalid'): TokenCheck => ({ isValid: false, reason, message: clientErrorSentence(`auth.${reason}`) })

/**
 * Reads an access token without checking its signature, which only the server can do (specification, chapter 4). Invalid when missing, expired or
 * unreadable; messages are those of chapter 8.
 * @param now milliseconds since 1970
 */
export function checkToken(token: string | null, now: number): TokenCheck {
  if (!token) return refused('missing')
  const exp = expiryOf(token)
  if (exp === null) return refused('invalid')
  return exp * 1000 <= now ? refused('expired') : { isValid: true }
}

/** `exp` claim, in seconds since 1970; null when the token cannot be read. */
function expiryOf(token: string): number | null {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' && Number.isFinite(exp) ? exp : null
}

/** Id of the token's user (`sub` claim): null without a token, undefined if it cannot be read. */
export const userIdOf = (token: string | null): unknown => (token === null ? null : claimsOf(token).sub)

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
