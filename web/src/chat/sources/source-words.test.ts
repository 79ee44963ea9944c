import { expect, test } from 'vitest'
import { ageNotice, dateOf, mergeLines, passageLocation } from './source-words.ts'

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
        { number: 4, upload_date: '2026-03-12T10:00:00Z' },
        { number: 5, version_date: '2017-05-02' },
      ],
      answer,
    ),
  ).toBe(notice),
)

test('without a dated version there is no notice', () => expect(ageNotice([{ number: 1 }], 'Oui [1].')).toBeNull())
