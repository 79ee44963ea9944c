import { expect, test } from 'vitest'
import { isFollowUp, standaloneQuestion } from './standalone-question.ts'

test.each([
  'Et pour les vacataires ?',
  'et les contractuels',
  'Combien de temps ?',
  'Quelle est sa durée et est-ce qu’elle est renouvelable ?',
  'Dans quels cas peut-on le refuser si cela gêne le service ?',
  'Pour un temps partiel ?',
])('%s needs what was said before', (question) => {
  expect(isFollowUp(question)).toBe(true)
})

test.each([
  'Quel est le délai pour déclarer une naissance à la mairie ?',
  'Comment inscrire un enfant à l’école maternelle de la commune ?',
  'Y a-t-il un délai pour contester un permis de construire ?',
  'Que faut-il fournir pour un mariage ?',
  'Quand il faut réviser le plan local d’urbanisme, qui décide ?',
])('%s stands alone', (question) => {
  expect(isFollowUp(question)).toBe(false)
})

test('a question that follows is searched with the one it depends on, not with all of them', () => {
  const previous = ['Comment se marier à la mairie ?', 'Combien de jours de congés annuels ont les agents titulaires ?', 'Et à temps partiel ?']
  expect(standaloneQuestion('Et pour les vacataires ?', previous)).toBe(
    'Combien de jours de congés annuels ont les agents titulaires ? Et à temps partiel ? Et pour les vacataires ?',
  )
  expect(standaloneQuestion('Quel est le délai pour déclarer une naissance ?', previous)).toBe('Quel est le délai pour déclarer une naissance ?')
  expect(standaloneQuestion('Et pour les vacataires ?', [])).toBe('Et pour les vacataires ?')
})
