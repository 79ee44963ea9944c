import { expect, test } from 'vitest'
import { acceptPassword } from './password-policy.ts'
import { findWeakness, commonPasswords } from './password-strength.ts'
import { AppError } from '../../../platform/errors/app-error.ts'

const personal = ['jdupont', 'jeanne.dupont@mairie-lyon.fr', 'Jeanne', 'Dupont']

const weak = {
  common: ['azertyuiop', 'Motdepasse1!', 'P@ssw0rd', '123456789', 'Shadow2026', 'Bienvenue@2026'],
  context: ['Mairie2026!', 'LaMairieDeDemain-74', 'M@1rie-de-Bron-9', 'Parvis-Horizon-9', 'dupont-Cascade-42', 'Lyon-Cascade-4242', 'Jeanne!Bruyère74'],
  short: ['abcdefgh', 'Xk9mQ2', 'hqzmvtkw', 'Printemps2026!', 'aaaaaaaaaaaaaaaa', 'Abcdefghijk1', '849205731649'],
}

test.each(Object.entries(weak).flatMap(([weakness, passwords]) => passwords.map((password) => [password, weakness])))('%s is %s', (password, weakness) => {
  expect(findWeakness(password, personal)).toBe(weakness)
})

test.each([
  'Xk9$mQ2p',
  'Bruyère-74-Cascade',
  'cheval agrafe pile correct',
  'hqzmvtkwpxbe',
  '8492057316492058',
  'ëàü漢字かな交じり文の長い言葉と',
  'x'.repeat(1) + 'Q7'.repeat(40),
])('%s is strong enough', (password) => {
  expect(findWeakness(password, personal)).toBeNull()
})

test('short words of a person do not forbid the passwords that happen to hold them', () => {
  expect(findWeakness('Alizé-Cascade-42', ['al', 'al@x.fr'])).toBeNull()
})

test('the list has 3 000 entries at least, all long enough to be tried and in lower case', () => {
  expect(commonPasswords.size).toBeGreaterThanOrEqual(3_000)
  expect([...commonPasswords].filter((word) => word.length < 5 || word !== word.toLowerCase())).toEqual([])
})

const codeOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return error instanceof AppError ? [error.code, error.message] : error
  }
  return 'accepted'
}

test('AUT-03 the sentence of six characters comes first, in both policies', () => {
  for (const policy of ['contrat', 'cnil'] as const) {
    expect(codeOf(() => acceptPassword(policy, 'abcde', []))).toEqual(['auth.password_short', 'Le mot de passe doit contenir au moins 6 caractères'])
    expect(codeOf(() => acceptPassword(policy, 'abcde', [], 'new_password'))).toEqual([
      'auth.new_password_short',
      'Le nouveau mot de passe doit contenir au moins 6 caractères',
    ])
  }
})

test('AUT-03 six characters pass with a warning under the contract, and are refused under the CNIL profile', () => {
  const accepted = acceptPassword('contrat', 'secret', [])
  expect(accepted.weakness).toBe('common')
  expect(accepted.warning).toMatch(/devine/)
  expect(codeOf(() => acceptPassword('cnil', 'secret', []))).toEqual(['auth.password_weak', accepted.warning])
  expect(acceptPassword('cnil', 'Bruyère-74-Cascade', [])).toEqual({ weakness: null })
})

test.each([
  ['un-tres-long-parvis-2026', '«\u00a0parvis\u00a0»'],
  ['M@1rie-de-Bron-9', '«\u00a0mairie\u00a0»'],
  ['dupont-Cascade-42', '«\u00a0dupont\u00a0»'],
  ['azertyuiop', 'des plus utilisés'],
  ['849205731649', 'seuil de la CNIL'],
])('%s is refused for its true reason: %s', (password, reason) => {
  const { warning } = acceptPassword('contrat', password, personal)
  expect(warning).toContain(reason)
  expect(warning!.includes('seuil')).toBe(reason.includes('seuil'))
})
