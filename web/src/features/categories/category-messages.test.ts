import { expect, it } from 'vitest'
import { namesOf, removalNote, targetDetail } from './category-messages.ts'
import { changedSince } from '../../layout/drafts/form-draft.ts'

it('who removes a category that is not open to everybody is told who will read its documents', () => {
  expect(removalNote({ document_count: 2, open_to: ['RH'] })).toMatch(/^Elle n’est pas ouverte à tous\u00a0: ses documents seront lus par/)
  expect(removalNote({ document_count: 2, open_to: null })).toBe('Les conversations en cours continuent avec la catégorie choisie.')
  expect(removalNote({ document_count: 0, open_to: ['RH'] })).toBe('Les conversations qui l’interrogeaient restent lisibles.')
})

it('a category where documents may go says how many it has, and to whom it is open', () => {
  const details = [null, [], ['RH', 'Marie Petit']].map((open_to) => targetDetail({ document_count: 1, open_to }))
  expect(details).toEqual(['1\u00a0document, ouverte à tous', '1\u00a0document, ouverte à personne', '1\u00a0document, ouverte à\u00a0: RH, Marie Petit'])
})

const paie = { name: 'Paie', display_name: 'Éléments de paie' }

it('a category is shown under its own name where no other is typed', () => {
  expect([namesOf(' Paie ', '  '), namesOf('Paie', ' Éléments de paie ')]).toEqual([{ name: 'Paie', display_name: 'Paie' }, paie])
})

it('what a person did not change of a category is not sent: a colleague may have renamed it since it was shown', () => {
  expect(changedSince(namesOf('Paie', 'Salaires'), paie)).toEqual({ display_name: 'Salaires' })
  expect(changedSince(namesOf('Salaires', 'Éléments de paie'), paie)).toEqual({ name: 'Salaires' })
  expect(changedSince(namesOf('Salaires', ''), { name: 'Paie', display_name: 'Paie' })).toEqual({ name: 'Salaires', display_name: 'Salaires' })
  expect(changedSince({ name: 'Actes', icon: 'Users' }, { name: 'Actes', icon: 'FileText' })).toEqual({ icon: 'Users' })
})
