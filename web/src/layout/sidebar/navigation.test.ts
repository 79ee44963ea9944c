import { expect, it } from 'vitest'
import { navigationEntries, navigationGroups, hasCurrentEntry, isCurrent, menuPath, visibleTo } from './navigation.ts'

const labels = (list: readonly { label: string }[]) => list.map((entry) => entry.label)
const [administration, account] = navigationGroups

it('has the entries of the specification, in its order', () => {
  expect(navigationEntries.map((entry) => `${entry.label} ${entry.href}`)).toEqual([
    'Accueil /',
    'Assistants /assistants',
    'Avatars /avatars',
    'Mon espace /my-space',
    'Bibliothèque /biblio-rag',
    'Document /document-rag',
    'Projets /projects',
    'Aide /docs',
  ])
  expect(labels(navigationGroups)).toEqual(['Administration', 'Mon compte'])
})

it('keeps the administrator’s entries from the others', () => {
  expect(labels(visibleTo({ is_admin: true }, administration!.entries))).toEqual([
    'Base documentaire',
    'Gestion Assistants',
    'Gestion utilisateurs',
    'Prompts',
    'Papier à en-tête',
    'Tableau de bord',
    'Gouvernance',
    'Conservation',
  ])
  expect(labels(visibleTo({ is_admin: false }, administration!.entries))).toEqual(['Base documentaire'])
  expect(labels(visibleTo(null, navigationEntries))).toEqual(['Accueil', 'Aide'])
})

it('finds the current entry, under it too', () => {
  const current = (pathname: string) => labels(navigationEntries.filter((entry) => isCurrent(entry, pathname)))
  expect(current('/')).toEqual(['Accueil'])
  expect(current('/projects/12')).toEqual(['Projets'])
  expect(current('/chatbot-assistant')).toEqual(['Assistants'])
  expect(current('/assistants-admin')).toEqual([])
  expect([current('/chatbot'), current(menuPath('/chatbot', '?assistant=12')), current(menuPath('/chatbot', '?conversation=3'))]).toEqual([
    [],
    ['Assistants'],
    ['Mon espace'],
  ])
})

it('opens a group on the addresses of its entries', () => {
  expect(hasCurrentEntry(administration!, '/users')).toBe(true)
  expect(hasCurrentEntry(administration!, '/profile')).toBe(false)
  expect(hasCurrentEntry(account!, '/profile')).toBe(true)
})
