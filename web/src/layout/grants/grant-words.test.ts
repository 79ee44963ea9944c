import type { Grant, GrantKind } from '@parvis/contract'
import { expect, it } from 'vitest'
import { losesManagement, grantTexts } from './grant-words.ts'

const levels = (kind: GrantKind, owner: string | null = null) => grantTexts(kind, owner).levels.map(({ label }) => label)

it('offers a manager for projects alone', () => {
  expect(levels('project', 'Ana Ruiz')).toEqual(['Peut lire', 'Peut écrire', 'Responsable'])
  for (const kind of ['assistant', 'document_category', 'prompt'] as const) expect(levels(kind)).not.toContain('Responsable')
})

it('names the owner to whoever manages for them', () => {
  expect(grantTexts('project', 'Ana Ruiz').noAccessText).toBe('Ce projet n’est qu’à vous.')
  expect(grantTexts('project', 'Ana Ruiz', true).noAccessText).toContain('plus qu’à Ana Ruiz')
  expect(grantTexts('project', 'Ana Ruiz', true).note).toContain('Ana Ruiz')
})

it('knows who gives up their own right', () => {
  const one = (level: Grant['level'], id = 'me'): Grant => ({ subject: 'user', id, name: 'Marc', level })
  expect(losesManagement('me', [one('manage')], [one('edit')])).toBe(true)
  expect(losesManagement('me', [one('manage')], [])).toBe(true)
  expect(losesManagement('me', [one('manage')], [one('manage'), one('use', 'other')])).toBe(false)
  expect(losesManagement('me', [one('edit')], [])).toBe(false)
})
