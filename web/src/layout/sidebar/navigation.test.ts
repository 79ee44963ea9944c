import { expect, it } from 'vitest'
import { entries, groups, holdsCurrent, isCurrent, menuPlace, visibleTo } from './navigation.ts'

const labels = (list: readonly { label: string }[]) => list.map((entry) => entry.label)
const [administration, account] = groups

it('has the entries of the specification, in its order', () => {
  expect(entries.map((entry) => `${entry.label} ${entry.href}`)).toEqual([
    'Accueil /',
    'Assistants /assistants',
    'Avatars /avatars',
    'Mon espace /my-space',
    'Bibliothèque /biblio-rag',
    'Document /document-rag',
    'Projets /projects',
    'Aide /docs',
  ])
  expect(labels(groups)).toEqual(['Administration', 'Mon compte'])
})

it('keeps the administrator’s entries from the others', () => {
  expect(labels(visibleTo({ is_admin: true }, administration!.entries))).toEqual([
    'Base documentaire',
    'Gestion Assistants',
    'Gestion utilisateurs',
    'Prompts',
    'Papier à en-tête',
    'Tableau de bord',
    'Conservation',
  ])
  expect(labels(visibleTo({ is_admin: false }, administration!.entries))).toEqual(['Base documentaire'])
  expect(labels(visibleTo(null, entries))).toEqual(['Accueil', 'Aide'])
})

it('finds the current entry, under it too', () => {
  const current = (pathname: string) => labels(entries.filter((entry) => isCurrent(entry, pathname)))
  expect(current('/')).toEqual(['Accueil'])
  expect(current('/projects/12')).toEqual(['Projets'])
  expect(current('/chatbot-assistant')).toEqual(['Assistants'])
  expect(current('/assistants-admin')).toEqual([])
  expect([current('/chatbot'), current(menuPlace('/chatbot', '?assistant=12')), current(menuPlace('/chatbot', '?conversation=3'))]).toEqual([
    [],
    ['Assistants'],
    ['Mon espace'],
  ])
})

it('opens a group on the addresses of its entries', () => {
  expect(holdsCurrent(administration!, '/users')).toBe(true)
  expect(holdsCurrent(administration!, '/profile')).toBe(false)
  expect(holdsCurrent(account!, '/profile')).toBe(true)
})
