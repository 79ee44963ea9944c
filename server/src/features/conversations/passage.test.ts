import { expect, test } from 'vitest'
import { passageOf } from './passage.ts'
import { searchTerms } from './search-terms.ts'

test.each([
  ['Voici.\n\n@@ remplacer 3-4\nNouveau texte.\n@@ fin', 'Voici. Nouveau texte.'],
  ['Je retire ce texte.\n\n@@ supprimer 12', 'Je retire ce texte.'],
  ['@@ insérer après 2\nUn texte.\n@@ fin', 'Un texte.'],
  ['Le texte @@ fin de la phrase', 'Le texte @@ fin de la phrase'],
])('the excerpt of %j has no mark of a proposal', (content, excerpt) => {
  expect(
    passageOf(content, searchTerms('texte'))
      .map(({ text }) => text)
      .join(''),
  ).toBe(excerpt)
})
