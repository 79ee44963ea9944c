import { expect, it } from 'vitest'
import { changesOf, namesOf } from './category-changes.ts'

const paie = { name: 'Paie', display_name: 'Éléments de paie' }

it('a category is shown under its own name where no other is typed', () => {
  expect([namesOf(' Paie ', '  '), namesOf('Paie', ' Éléments de paie ')]).toEqual([{ name: 'Paie', display_name: 'Paie' }, paie])
})

it('what a person did not change of a category is not sent: a colleague may have renamed it since it was shown', () => {
  expect(changesOf(paie, namesOf('Paie', 'Salaires'))).toEqual({ display_name: 'Salaires' })
  expect(changesOf(paie, namesOf('Salaires', 'Éléments de paie'))).toEqual({ name: 'Salaires' })
  expect(changesOf({ name: 'Paie', display_name: 'Paie' }, namesOf('Salaires', ''))).toEqual({ name: 'Salaires', display_name: 'Salaires' })
  expect(changesOf({ name: 'Actes', icon: 'FileText' }, { name: 'Actes', icon: 'Users' })).toEqual({ icon: 'Users' })
})
