import type { PackItem, PackPreview } from '@parvis/contract'
import { expect, it } from 'vitest'
import { countWords, decideAll, decisionOf, kindAndLevel, missingModelSentence, resultSentence, sideLabel, valueWords, writtenCount } from './pack-items.ts'

const item = (path: string, state: PackItem['state'], kind: PackItem['kind'] = 'assistant'): PackItem => ({
  path,
  state,
  kind,
  name: path,
  differences: [],
  left_out: [],
  missing_model: null,
})
const preview: PackPreview = {
  fingerprint: 'f',
  exported_at: null,
  items: [item('assistants[0]', 'new'), item('assistants[1]', 'conflict'), item('assistants[2]', 'identical'), item('prompts[0]', 'conflict', 'prompt')],
}

it('creates the new and leaves alone what differs, unless it is chosen otherwise', () => {
  expect(preview.items.map((one) => decisionOf(one, {}))).toEqual(['create', 'ignore', 'ignore', 'ignore'])
  expect(writtenCount(preview, {})).toBe(1)
  const all = decideAll(
    preview.items.filter(({ state }) => state === 'conflict'),
    'replace',
    { 'assistants[0]': 'ignore' },
  )
  expect(all).toEqual({ 'assistants[0]': 'ignore', 'assistants[1]': 'replace', 'prompts[0]': 'replace' })
  expect(writtenCount(preview, all)).toBe(2)
})

it('counts by sort, in French', () => {
  expect(countWords(preview.items)).toBe('3\u00a0assistants, 1\u00a0prompt')
  expect(countWords([])).toBe('')
  expect(valueWords('icon', 'Calculator')).toBe('Calculatrice')
  expect(valueWords('name', 'Calculator')).toBe('Calculator')
  expect(valueWords('min_level', '3')).toBe('Niveau\u00a03')
  const names = ['externe', 'souverain', 'interne']
  expect(valueWords('min_level', '3', names)).toBe('Niveau\u00a0interne')
  expect([kindAndLevel({ kind: 'assistant', min_level: 3 }, names), kindAndLevel({ kind: 'prompt' }, names)]).toEqual(['assistant, niveau interne', 'prompt'])
  expect([valueWords('model', ''), valueWords('model_choice', 'true')]).toEqual(['Aucune préférence', 'Laissé à la personne'])
})

it('names both sides of a difference, whatever the gender of its field', () => {
  expect(sideLabel('Budget', 'description', 'Le mien')).toBe('Budget, le mien\u00a0: Description')
  expect(sideLabel('Budget', 'prompt_content', 'Dans le pack')).toBe('Budget, dans le pack\u00a0: Instructions')
})

it('says which preferred models do not exist here', () => {
  expect(missingModelSentence(['Grand'])).toBe(
    'Le modèle «\u00a0Grand\u00a0» n’existe pas ici\u00a0: les assistants qui le préfèrent s’importent sans préférence.',
  )
  expect(missingModelSentence(['Grand', 'Petit'])).toMatch(/^Les modèles «\u00a0Grand\u00a0» et «\u00a0Petit\u00a0» n’existent pas ici/)
})

it('says what was done, and that nothing was', () => {
  const none = { created: 0, replaced: 0, renamed: 0, ignored: 0, unchanged: 0, left_out: [] }
  expect(resultSentence({ ...none, created: 2, replaced: 1, unchanged: 3 })).toBe(
    'Le pack est importé\u00a0: 2\u00a0éléments créés, 1\u00a0remplacé, 3\u00a0déjà identiques.',
  )
  expect(resultSentence({ ...none, created: 1, left_out: ['Paie', 'Statut'] })).toBe(
    'Le pack est importé\u00a0: 1\u00a0élément créé. Les catégories de documents «\u00a0Paie\u00a0» et «\u00a0Statut\u00a0» n’existent pas ici\u00a0: les assistants qui les interrogent s’importent sans elles.',
  )
  expect(resultSentence({ ...none, unchanged: 4 })).toBe('Rien n’a changé\u00a0: 4\u00a0déjà identiques.')
  expect(resultSentence(none)).toBe('Rien n’a changé\u00a0: le pack est vide.')
})
