import { describe, expect, it } from 'vitest'
import { checkPasswords } from './PasswordFields.tsx'

describe('the password rules', () => {
  const check = (current_password: string, new_password: string, confirmation: string) => checkPasswords({ current_password, new_password, confirmation })
  it('require all three', () => expect(Object.keys(check('', '', ''))).toEqual(['current_password', 'new_password', 'confirmation']))
  it('say the sentences of the specification', () => {
    expect(check('a', 'abcdef', 'abcdeg')).toEqual({ confirmation: 'Les nouveaux mots de passe ne correspondent pas' })
    expect(check('a', 'abcde', 'abcde')).toEqual({ new_password: 'Le nouveau mot de passe doit contenir au moins 6 caractères' })
    expect(check('a', 'abcdef', 'abcdef')).toEqual({})
  })
  it('count characters, not units', () => expect(check('a', '🌳🌳🌳', '🌳🌳🌳').new_password).toBeDefined())
})
