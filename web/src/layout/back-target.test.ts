import { expect, it } from 'vitest'
import { backTarget } from './back-target.ts'

it('leads back to the page one came from, as it was, and names it', () => {
  expect(backTarget('/my-space?recherche=budget', '/assistants')).toEqual({ href: '/my-space?recherche=budget', label: 'Revenir à «\u00a0Mon espace\u00a0»' })
  expect(backTarget('/assistants?categorie=2', '/')).toEqual({ href: '/assistants?categorie=2', label: 'Revenir au catalogue' })
  expect(backTarget('/users', '/')).toEqual({ href: '/users', label: 'Revenir à «\u00a0Gestion utilisateurs\u00a0»' })
})

it('does not name a page that the menu does not', () => {
  expect(backTarget('/projects/12', '/assistants')).toEqual({ href: '/projects/12', label: 'Revenir à la page précédente' })
})

it('leads to the place of the screen when the tab was opened on it', () => {
  expect(backTarget(null, '/assistants')).toEqual({ href: '/assistants', label: 'Revenir au catalogue' })
  expect(backTarget(null, '/')).toEqual({ href: '/', label: 'Revenir à «\u00a0Accueil\u00a0»' })
})
