import { expect, it } from 'vitest'
import { passwordHint, weaknessWords } from './password-words.ts'

it('promises no more than the policy accepts', () => {
  expect(passwordHint('contrat')).toMatch(/^Au moins 6\u00a0caractères\./)
  expect(passwordHint(undefined)).toBe(passwordHint('contrat'))
  expect(passwordHint('cnil')).toMatch(/^Au moins 12\u00a0caractères, ou 8 /)
  expect(passwordHint('cnil')).not.toContain('6')
  // Words about the organisation are refused to administrators, whatever the length of the password.
  for (const policy of ['contrat', 'cnil'] as const) expect(passwordHint(policy)).toContain('«\u00a0mairie\u00a0»')
})

it('asks of administrators what the strong policy asks', () => expect(passwordHint('contrat', true)).toBe(passwordHint('cnil')))

it.each([
  [false, null, null],
  [true, 'short', /seuil recommandé par la CNIL/],
  [true, 'common', /des plus utilisés/],
  [true, 'context', /contient un mot facile à deviner/],
  [true, null, /facile à deviner/],
] as const)('says the true reason: weak %s, %s', (password_weak, password_weakness, words) => {
  const said = weaknessWords({ password_weak, password_weakness })
  if (words === null) expect(said).toBeNull()
  else expect(said).toMatch(words)
  expect(said?.includes('seuil') ?? false).toBe(password_weakness === 'short')
})
