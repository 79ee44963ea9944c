import { expect, it } from 'vitest'
import { passwordHint } from './password-words.ts'

it('promises no more than the policy accepts', () => {
  expect(passwordHint('contrat')).toMatch(/^Au moins 6\u00a0caractères\./)
  expect(passwordHint(undefined)).toBe(passwordHint('contrat'))
  expect(passwordHint('cnil')).toMatch(/^Au moins 12\u00a0caractères, ou 8 /)
  expect(passwordHint('cnil')).not.toContain('6')
})
