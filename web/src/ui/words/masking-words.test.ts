import { expect, it } from 'vitest'
import { forcedSentence, maskingSentences, soughtKinds } from './masking-words.ts'

const level_names = ['externe', 'souverain', 'interne']

it.each([
  ['non', 'part tel quel au modèle'],
  ['prevenir', 'Il ne masque rien de lui-même'],
  ['masquer', 'remplace par des étiquettes'],
] as const)('says what the setting %s does', (mode, words) => {
  expect(maskingSentences({ masking: { mode, below_level: null }, level_names })).toEqual([expect.stringContaining(words)])
})

it('says for which models masking is imposed', () => {
  const instance = { masking: { mode: 'non', below_level: 3 }, level_names } as const
  expect(maskingSentences(instance)[1]).toBe(
    'Pour un modèle d’un niveau plus bas que «\u00a0interne\u00a0», elles sont toujours masquées, quel que soit ce choix.',
  )
  expect(forcedSentence({ ...instance, masking: { mode: 'non', below_level: 1 } })).toBeNull()
})

it('says nothing of the settings while they are unknown', () => {
  expect(maskingSentences(undefined)).toHaveLength(1)
})

it('names each kind that is looked for, and not the passages that a person chooses', () => {
  expect(soughtKinds).toContain('numéro de sécurité sociale')
  expect(soughtKinds).not.toContain('passage choisi')
})
