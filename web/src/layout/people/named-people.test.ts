import { expect, test } from 'vitest'
import { findNamedPerson, splitNames } from './named-people.ts'

const person = (id: string, name: string) => ({ id, name, email: `${id}@ville.test`, teams: [] })

test.each([
  ['lmartin', ['lmartin']],
  ['  Marie   Durand ', ['Marie Durand']],
  ['a@ville.test, b@ville.test ;c@ville.test', ['a@ville.test', 'b@ville.test', 'c@ville.test']],
  ['a@ville.test b@ville.test', ['a@ville.test', 'b@ville.test']],
  ['Durand Marie <m.durand@ville.test>; "Le Goff, Ève" <e.legoff@ville.test>', ['m.durand@ville.test', '"Le Goff', 'e.legoff@ville.test']],
  ['un\r\ndeux\n\ndeux\ttrois', ['un', 'deux', 'trois']],
  [' ; , \n', []],
])('splits %j', (text, names) => expect(splitNames(text)).toEqual(names))

test('recognises a person by the exact name or address, or by a full name that nobody else has', () => {
  const found = { people: [person('1', 'Marie Durand'), person('2', 'Marie Durand-Roy'), person('3', 'Jean Durand')], exact: null }
  expect(findNamedPerson(found, 'DURAND marié')).toMatchObject({ id: '1' })
  expect(findNamedPerson(found, 'durand roy marie')).toMatchObject({ id: '2' })
  expect([findNamedPerson(found, 'marie'), findNamedPerson({ people: [], exact: null }, 'Marie Durand')]).toEqual([null, null])
  expect(findNamedPerson({ ...found, people: [...found.people, person('4', 'Jean Durand')] }, 'Jean Durand')).toBe('several')
  expect(findNamedPerson({ ...found, exact: '3' }, 'jdurand')).toMatchObject({ id: '3' })
})
