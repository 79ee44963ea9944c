import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closeOpenMarkup } from './close-open.ts'

it.each([
  ['Un **mot', 'Un **mot**'],
  ['Un **mot*', 'Un **mot**'],
  ['Un **', 'Un '],
  ['Un **gras et *italique', 'Un **gras et *italique***'],
  ['2*3 = 6 et 4 * 5', '2*3 = 6 et 4 * 5'],
  ['environ ~5 km', 'environ ~5 km'],
  ['nom_de_variable', 'nom_de_variable'],
  ['Le `code', 'Le `code`'],
  ['Le ``a`b', 'Le ``a`b``'],
  ['Voir [la page', 'Voir la page'],
  ['Voir [la page](https://exem', 'Voir la page'],
  ['Voir **[la page](https://exem', 'Voir **la page**'],
  ['Voir [la page](https://a.fr/(b)) et', 'Voir [la page](https://a.fr/(b)) et'],
  ['Voir ![plan](htt', 'Voir '],
  ['Selon [1', 'Selon '],
  ['Selon [1]', 'Selon [1]'],
  ['Note[^a', 'Note'],
  ['Un <https://exem', 'Un '],
  ['Texte\n-', 'Texte'],
  ['- a\n- [', '- a'],
  ['- **a\n- b', '- **a\n- b'],
  ['| a | b |\n|--', ''],
  ['Texte\n| a | b', 'Texte'],
  ['| a | b |\n|--|--|\n| **x', '| a | b |\n|--|--|\n| **x**'],
  ['```js\nlet **a', '```js\nlet **a'],
  ['fin \\', 'fin '],
  ['Voir [la page][p].\n\n[p]: <htt', 'Voir [la page][p].\n'],
  ['Texte\n[p]: https:/', 'Texte'],
  ['[Objet]: horaires', '[Objet]: horaires'],
  ['Taux \\(\\frac{1', 'Taux '],
  ['Taux \\(x\\) et $x^', 'Taux \\(x\\) et '],
  ['Donc\n\\[\n- a = b', 'Donc'],
  ['Prix de 5 $ par mois', 'Prix de 5 $ par mois'],
  ['Au 1<sup>e', 'Au 1'],
  ['12*150', '12*150'],
  ['12*150*', '12*150'],
  ['**Objet :**tex', '**Objet :**tex'],
  ['**Objet :**tex **a', '**Objet :**tex **a**'],
  ['| a | b |\n|--|--|\n| `x | y', '| a | b |\n|--|--|\n| `x | y`'],
  ['a | b\n--|--\nx | **y', 'a | b\n--|--\nx | **y**'],
  ['Poste | Prix', ''],
])('%j becomes %j', (text, expected) => expect(closeOpenMarkup(text)).toBe(expected))

it('leaves a finished text alone', () => {
  for (const text of ['Un **mot** et `code`.', '# Titre', '- a\n- b', '| a |\n|--|\n| b |', '```\na\n```']) expect(closeOpenMarkup(text)).toBe(text)
})

it('takes any text', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('*', '**', '_', '`', '[', ']', '(', ')', '!', '|', '-', '\n', ' ', 'a', '\\', '<', '~~', '1.')), (parts) => {
      expect(typeof closeOpenMarkup(parts.join(''))).toBe('string')
    }),
  )
})
