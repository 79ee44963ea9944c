import { expect, test } from 'vitest'
import { mergeLines, passageLocation } from './source-words.ts'

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
