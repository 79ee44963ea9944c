import { expect, test } from 'vitest'
import { rewriteInstruction } from '../../../features/chat/prompt.ts'
import { composeAnswer } from './scripted-answers.ts'

const reply = `## Ce que je retiens

Une note de trois pages. Elle est pour le maire.

- **Montants** : 1 200 €, 35 €
- **Dates** : 12 mai
- Une pièce | jointe
- Une autre

## Fin`

const rewritten = (style: 'shorter' | 'simpler' | 'formal' | 'table', said = reply) =>
  composeAnswer({
    purpose: 'chat',
    messages: [
      { role: 'user', content: 'Une note' },
      { role: 'assistant', content: said },
      { role: 'user', content: rewriteInstruction(style) },
    ],
  })

test('as a table: a row for each element, under its label or its heading, whatever it holds', () => {
  expect(rewritten('table')).toBe(
    [
      '| Point | Contenu |',
      '| --- | --- |',
      '| Ce que je retiens | Une note de trois pages. Elle est pour le maire. |',
      '| Montants | 1 200 €, 35 € |',
      '| Dates | 12 mai |',
      '| Ce que je retiens | Une pièce \\| jointe |',
      '| Ce que je retiens | Une autre |',
    ].join('\n'),
  )
})

test('as a table: what is asked of the reader stays below it', () => {
  expect(rewritten('table', '### Vote\n\n[À COMPLÉTER]\n\nRemplacez chaque mention [À COMPLÉTER], ou donnez-moi ces éléments ici.')).toBe(
    '| Point | Contenu |\n| --- | --- |\n| Vote | [À COMPLÉTER] |\n\nRemplacez chaque mention [À COMPLÉTER], ou donnez-moi ces éléments ici.',
  )
})

test('shorter: the first sentence of a paragraph, three elements of a list, no heading alone', () => {
  expect(rewritten('shorter')).toBe(
    '## Ce que je retiens\n\nUne note de trois pages.\n\n- **Montants** : 1 200 €, 35 €\n- **Dates** : 12 mai\n- Une pièce | jointe',
  )
  expect(rewritten('shorter', 'Oui.')).toBe('Oui.')
})

test('in another register: it says that it cannot, once, and keeps the text', () => {
  const formal = rewritten('formal')
  expect(formal).toMatch(/^\*Le modèle de démonstration ne sait pas changer de registre/)
  expect(formal).toContain(reply)
  expect(rewritten('simpler', formal)).toBe(formal)
})
