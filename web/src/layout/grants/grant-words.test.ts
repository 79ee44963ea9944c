import type { Grant, GrantKind } from '@parvis/contract'
import { expect, it } from 'vitest'
import { stepsDown, wordsOn } from './grant-words.ts'

const levels = (kind: GrantKind, owner: string | null = null) => wordsOn(kind, owner).levels.map(({ label }) => label)

it('offers a manager for projects alone', () => {
  expect(levels('project', 'Ana Ruiz')).toEqual(['Peut lire', 'Peut écrire', 'Responsable'])
  for (const kind of ['assistant', 'document_category', 'prompt'] as const) expect(levels(kind)).not.toContain('Responsable')
})

it('names the owner to whoever manages for them', () => {
  expect(wordsOn('project', 'Ana Ruiz').nobody).toBe('Ce projet n’est qu’à vous.')
  expect(wordsOn('project', 'Ana Ruiz', true).nobody).toContain('plus qu’à Ana Ruiz')
  expect(wordsOn('project', 'Ana Ruiz', true).note).toContain('Ana Ruiz')
})

it('knows who gives up their own right', () => {
  const one = (level: Grant['level'], id = 'me'): Grant => ({ subject: 'user', id, name: 'Marc', level })
  expect(stepsDown('me', [one('manage')], [one('edit')])).toBe(true)
  expect(stepsDown('me', [one('manage')], [])).toBe(true)
  expect(stepsDown('me', [one('manage')], [one('manage'), one('use', 'other')])).toBe(false)
  expect(stepsDown('me', [one('edit')], [])).toBe(false)
})
