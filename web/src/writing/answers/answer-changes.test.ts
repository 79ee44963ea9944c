import { expect, it } from 'vitest'
import { separateChanges } from './answer-changes.ts'

const answer = `Je raccourcis l’article 3 et j’ajoute un alinéa (écrire à @mairie).

@@ remplacer 12
**Article 3** : le délai est de deux mois.
@@ fin

Puis la suite :

@@ insérer après 12
Un alinéa.
@@ fin
@@ supprimer 14-15

Dites-moi si cela convient.`

const prose = `Je raccourcis l’article 3 et j’ajoute un alinéa (écrire à @mairie).

Puis la suite :

Dites-moi si cela convient.`

const isMark = (text: string) => /^ {0,3}@/m.test(text)

it('separates what an answer says from what it changes', () => {
  expect(separateChanges(answer, false)).toEqual({ prose, changeCount: 3 })
})

it('never shows a mark or the text of a change while the answer is written, wherever it is cut', () => {
  for (let length = 0; length <= answer.length; length += 1) {
    const shown = separateChanges(answer.slice(0, length), true)
    expect(isMark(shown.prose), answer.slice(0, length)).toBe(false)
    expect(shown.prose).not.toContain('alinéa.')
    expect(prose.startsWith(shown.prose.trimEnd()), shown.prose).toBe(true)
  }
})

it('counts the change that is being written once', () => {
  const counts = Array.from(answer, (_, at) => separateChanges(answer.slice(0, at), true).changeCount)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
})

it.each([
  ['an answer without marks', 'Écrivez à accueil@ville.fr.\n\n\nMerci.'],
  ['the hunk of a diff', 'Voici :\n\n@@ -1,3 +1,4 @@\n-ancien\n+nouveau'],
  ['marks in a code block', 'La forme est :\n\n```\n@@ remplacer 1\n\n\nTexte\n@@ fin\n```\n'],
])('leaves %s as it is', (_, text) => {
  expect(separateChanges(text, false)).toEqual({ prose: text, changeCount: 0 })
})

it('hides a change that was cut, and one that cannot be read', () => {
  expect(separateChanges('Voici.\n\n@@ remplacer 2\nLe texte', false)).toEqual({ prose: 'Voici.', changeCount: 1 })
  expect(separateChanges('Voici.\n\n@@ modifier le titre\n', false)).toEqual({ prose: 'Voici.', changeCount: 1 })
})
