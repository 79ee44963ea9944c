import type { AccountContents } from '@parvis/contract'
import { expect, it } from 'vitest'
import { holdingsWords, inheritedWords, deletionRefusal } from './holdings-words.ts'

const nothing: AccountContents = {
  conversations: 0,
  messages: 0,
  shared_projects: 0,
  inherited_projects: 0,
  projects: 0,
  personal_prompts: 0,
  written_documents: 0,
  own_assistants: 0,
  shared_assistants: 0,
  private_documents: 0,
  shared_documents: 0,
  is_held: false,
  is_last_admin: false,
}

it('tells what there is, and only that', () => {
  expect(holdingsWords(nothing)).toEqual([])
  expect(holdingsWords({ ...nothing, conversations: 2, messages: 1, personal_prompts: 1, own_assistants: 2, private_documents: 3 })).toEqual([
    '2\u00a0conversations (1\u00a0message)',
    '1\u00a0prompt personnel',
    '2\u00a0assistants personnels',
    '3\u00a0documents personnels',
  ])
})

it('tells apart the projects that go, and those that their managers have from then on', () => {
  expect(holdingsWords({ ...nothing, projects: 3, shared_projects: 1, inherited_projects: 2 })).toEqual([
    '3\u00a0projets, dont 1\u00a0que d’autres utilisent, avec ses fichiers',
  ])
  expect(inheritedWords(nothing)).toBeNull()
  expect(inheritedWords({ ...nothing, inherited_projects: 1 })).toBe('Un projet n’est pas effacé\u00a0: il passe à son responsable, avec ses fichiers.')
  expect(inheritedWords({ ...nothing, inherited_projects: 2 })).toContain('2\u00a0projets ne sont pas effacés')
})

it('says why an account stays', () => {
  expect(deletionRefusal(nothing)).toBeNull()
  expect(deletionRefusal({ ...nothing, is_held: true })).toContain('gelé')
  expect(deletionRefusal({ ...nothing, is_last_admin: true })).toContain('administrateur')
})
