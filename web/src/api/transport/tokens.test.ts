import { expect, it } from 'vitest'
import { checkToken, createTokenStore } from './tokens.ts'

const bytes = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))
const tokenUntil = (exp: unknown) =>
  [
    'e30',
    btoa(bytes(JSON.stringify({ exp, name: 'Éloïse ÿÿÿ' })))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', ''),
    'x',
  ].join('.')
const now = 1_800_000_000_000

it.each([
  [null, 'missing', "Aucun token d'authentification trouvé. Veuillez vous connecter."],
  ['', 'missing', "Aucun token d'authentification trouvé. Veuillez vous connecter."],
  [tokenUntil(now / 1000), 'expired', 'Votre session a expiré. Veuillez vous reconnecter.'],
  ['abc', 'invalid', "Token d'authentification invalide. Veuillez vous reconnecter."],
  ['a.%%%.c', 'invalid', "Token d'authentification invalide. Veuillez vous reconnecter."],
  [tokenUntil('demain'), 'invalid', "Token d'authentification invalide. Veuillez vous reconnecter."],
  [tokenUntil(undefined), 'invalid', "Token d'authentification invalide. Veuillez vous reconnecter."],
])('refuses %s', (token, reason, message) => expect(checkToken(token, now)).toEqual({ isValid: false, reason, message }))

it('accepts a token of which the end is to come', () => expect(checkToken(tokenUntil(now / 1000 + 1), now)).toEqual({ isValid: true }))

it('keeps the two tokens under the names of the specification', () => {
  const kept = new Map<string, string>()
  const store = createTokenStore({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  })
  store.save({ access_token: 'a', refresh_token: 'r' })
  store.save({ access_token: 'b' })
  expect(Object.fromEntries(kept)).toEqual({ accessToken: 'b', refreshToken: 'r' })
  store.clear()
  expect(kept.size).toBe(0)
})
