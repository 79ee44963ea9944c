import { expect, test } from 'vitest'
import { ageNotice, dateAndState, dateOf, mergeLines, passageLocation, sourceState } from './source-words.ts'

test.each([
  [{ document: 'Règlement.pdf', page: 3, section: 'Règlement › Titre II' }, 'page\u00a03 · Titre II'],
  [{ document: 'Bilan.pptx', page: 3, section: 'Diapositive\u00a03 › Recettes' }, 'Diapositive\u00a03 › Recettes'],
  [{ document: 'Budget.xlsx', page: null, section: 'Feuille «\u00a0Dépenses\u00a0»' }, 'Feuille «\u00a0Dépenses\u00a0»'],
  [{ document: 'note.txt', page: null, section: null }, ''],
])('%j stands at «%s»', (source, place) => expect(passageLocation(source)).toBe(place))

test('an extract in few lines runs its paragraphs on, and keeps the rows of a table apart', () => {
  expect(mergeLines('Les tarifs\nsont votés.\n\nSalle | Prix\nDes fêtes | 350 €\nPayable d’avance.')).toBe(
    'Les tarifs sont votés.\nSalle | Prix\nDes fêtes | 350 €\nPayable d’avance.',
  )
})

const check = '\u00a0: vérifiez que la règle est toujours en vigueur.'
const fiches = { collection: 'fiches de service-public.fr' }

test.each([
  [{ version_date: '2020-01-28', upload_date: '2026-03-01T10:00:00Z' }, 'version du 28 janvier 2020'],
  [{ version_date: '2019-07-01' }, 'version du 1er\u00a0juillet 2019'],
  [{ upload_date: '2026-03-12T10:00:00Z' }, 'ajouté le 12 mars 2026'],
  [{}, ''],
])('the date of %j is «%s»', (source, words) => expect(dateOf(source)).toBe(words))

test.each([
  ['Un agent peut se retirer [1].', `Source datée du 5 juin 2020 (fiches de service-public.fr)${check}`],
  ['Un agent peut se retirer [1][2].', `Sources datées de 2018 et 2020 (fiches de service-public.fr)${check}`],
  ['Selon [1], [2] et [3].', `Sources datées de 2018 à 2020 (fiches de service-public.fr)${check}`],
  ['Le règlement le permet [4].', null],
  ['Le code le dit [5], le règlement aussi [4].', `Source datée du 2 mai 2017${check}`],
  ['Un agent peut se retirer.', `Sources datées de 2017 à 2020 (fiches de service-public.fr)${check}`],
])('the notice of «%s» tells the age of what it cites', (answer, notice) =>
  expect(
    ageNotice(
      [
        { number: 1, version_date: '2020-06-05', ...fiches },
        { number: 2, version_date: '2018-11-30', ...fiches },
        { number: 3, version_date: '2019-04-01', ...fiches },
        { number: 4 },
        { number: 5, version_date: '2017-05-02' },
      ],
      answer,
    ),
  ).toBe(notice),
)

test.each([
  [{}, null],
  [{ version_date: '2024-03-01', superseded: false, review_due: false }, null],
  [{ review_due: true }, 'à vérifier'],
  [{ superseded: true, superseded_on: '2026-06-01', review_due: true }, 'remplacé le 1er\u00a0juin 2026'],
  [{ superseded: false, superseded_on: '2026-11-29' }, 'remplacé le 29 novembre 2026'],
  [{ superseded: false, superseded_on: '2026-11-30' }, null],
  [{ valid_until: '2026-11-28' }, 'expiré le 28 novembre 2026'],
  [{ valid_until: '2026-11-29' }, null],
  [{ version_date: null, valid_until: null, review_due: false }, null],
  [{ version_date: '2026-11-30' }, 'pas encore en vigueur'],
])('on 29 November 2026 the state of %j is %s', (source, state) => expect(sourceState(source, '2026-11-29')).toBe(state))

test('a text without badges gives the date and the state', () => {
  expect(dateAndState({ version_date: '2019-07-01', review_due: true })).toBe('version du 1er\u00a0juillet 2019, à vérifier')
  expect(dateAndState({})).toBe('')
  expect(dateAndState({ version_date: null, valid_until: null, review_due: true })).toBe('à vérifier')
})

test('a document dated by a person needs no warning until its review is due', () => {
  const dated = { number: 1, version_date: '2024-03-01' }
  expect(ageNotice([{ ...dated, review_due: false }], 'Oui [1].')).toBeNull()
  expect(ageNotice([{ ...dated, review_due: true }], 'Oui [1].')).toContain('Source datée du 1er\u00a0mars 2024')
  expect(ageNotice([{ ...dated, review_due: false, ...fiches }], 'Oui [1].')).toContain('fiches de service-public.fr')
})

test('without a dated version there is no notice', () => expect(ageNotice([{ number: 1 }], 'Oui [1].')).toBeNull())
