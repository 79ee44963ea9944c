import { createAnalyser, createQuestionReader } from '@parvis/french-search'
import { beforeAll, describe, expect, test } from 'vitest'
import { branchesIn, branchFactor } from './civil-service.ts'
import { dependenceOf, understand, removeReplaced, type UnderstoodMessage } from './follow-up.ts'

let last: (...messages: string[]) => UnderstoodMessage
beforeAll(() => {
  const analyser = createAnalyser()
  const read = createQuestionReader(analyser)
  last = (...messages) => understand(messages, read, (text) => new Set(analyser.questionTerms(text)).size)
})

const first = 'Combien de jours de congés ont les agents titulaires ?'
const searched = (understood: UnderstoodMessage): string =>
  understood.kind === 'courtesy' ? '' : understood.questions.map(({ inContext }) => inContext).join(' | ')

test.each(['Bonjour', 'bonjour !', 'Merci beaucoup, c’est parfait', 'ok merci', 'Au revoir'])('%s is courtesy, before as after a question', (message) => {
  expect(last(message).kind).toBe('courtesy')
  expect(last(first, message).kind).toBe('courtesy')
})

test.each([
  'Plus court s’il te plaît',
  'Fais-en un tableau',
  'Fais-en un courrier à l’habitant',
  'En trois phrases, pour le bulletin',
  'Tu peux résumer ta réponse ?',
  'Traduis ta réponse en anglais',
  'Reformule plus simplement',
  'Pouvez-vous reformuler votre réponse précédente\u00a0?',
  'Oui, merci',
  'Translate your answer into English, please',
  'Redis-le avec des mots plus simples, pour le maire',
])('« %s » rests on what the question before it rests on', (message) => {
  expect(last(first, message)).toEqual({ kind: 'form', questions: [{ question: first, inContext: first }] })
})

test('the rephrase sentence of the screen leaves the question that it follows', () => {
  expect(searched(last(first, `${first}\n\nPouvez-vous reformuler votre réponse précédente\u00a0?`))).toBe(first)
})

describe('a question that says too little is led by the one before', () => {
  test.each(['Et pour un vacataire ?', 'Combien de fois dans l’année ?', 'Est-ce qu’ils peuvent les reporter ?', 'Quel délai ?'])('%s', (message) => {
    expect(searched(last(first, message))).toMatch(/congés/)
  })

  test('what the new question replaces is no longer asked', () => {
    expect(searched(last('Quels congés maladie pour un fonctionnaire ?', 'Et pour un contractuel ?'))).not.toMatch(/fonctionnaire/)
    expect(removeReplaced('le CET dans la FPT', 'et à l’hôpital ?')).toBe('le CET dans la')
  })

  test('an acronym spelt like a word keeps its capitals, so that it is searched', () => {
    expect(searched(last('Plafond CET des agents titulaires', 'Et pour un contractuel ?'))).toMatch(/^Plafond CET .*contractuel/)
    expect(removeReplaced('Le vœu d’un fonctionnaire', 'et d’un contractuel ?')).toBe('Le vœu d’un')
  })

  test.each([
    ['Comment faire une reconnaissance anticipée ?', 'et en cas de décès du père ?', 'Comment faire une reconnaissance anticipée ?'],
    ['Quels congés pour un agent territorial ?', 'et pour un officier d’état civil ?', 'Quels congés pour un agent territorial ?'],
    ['Quels congés pour un fonctionnaire titulaire ?', 'et pour un agent non titulaire ?', 'Quels congés pour un ?'],
  ])('a word that only holds another replaces nothing, and is not replaced: « %s », « %s »', (earlier, now, kept) => {
    expect(removeReplaced(earlier, now)).toBe(kept)
  })

  test('two in a row keep the subject', () => {
    expect(searched(last(first, 'Et pour un vacataire ?', 'Et combien de temps à l’avance ?'))).toMatch(/congés.*vacataire/)
  })
})

test('a short question is led by the earlier question, apart from the story around it', () => {
  const told = 'Bonjour, notre collègue de la crèche attend des jumeaux et habite loin. Combien de semaines de congé a-t-elle ?'
  const understood = last(told, 'et pour une contractuelle ?')
  const [ask] = understood.kind === 'question' ? understood.questions : []
  expect(ask!.question).toBe('Combien de semaines de congé a-t-elle ? et pour une contractuelle ?')
  expect(ask!.inContext).toMatch(/jumeaux.*contractuelle/)
  expect(ask!.story!.join(' ')).toMatch(/jumeaux/)
})

describe('a further question of one message', () => {
  const asks = (message: string): string[] => {
    const understood = last(message)
    return understood.kind === 'courtesy' ? [] : understood.questions.map(({ inContext }) => inContext)
  }

  test('that says too little is led by the first, less what it replaces', () => {
    const [mariage, deces, delai] = asks('Bonjour, combien de jours d’absence pour un mariage ? Et pour un décès ? Et quel délai ? Merci')
    expect(mariage).toBe('combien de jours d’absence pour un mariage ?')
    expect(deces).toMatch(/jours d’absence pour un \? Et pour un décès/)
    expect(delai).toMatch(/absence pour un mariage.*quel délai/)
  })

  test('is led by the nearest before it that stood alone', () => {
    const [, , birth] = asks('Comment recruter un contractuel ? Où déclarer un décès ? Et une naissance ?')
    expect(birth).toMatch(/^Où déclarer un.*naissance/)
    expect(birth).not.toMatch(/contractuel/)
  })

  test('that says its subject stands alone', () => {
    expect(asks('Dans quel délai déclarer une naissance ? Et qui doit payer les frais d’obsèques ?')).toEqual([
      'Dans quel délai déclarer une naissance ?',
      'Et qui doit payer les frais d’obsèques ?',
    ])
  })
})

test('a question is led by what was said last, within bounds', () => {
  const long = (at: number) => `Et pour l’agent ${'x'.repeat(3_000)}${at}\u00a0?`
  const asked = searched(last(...Array.from({ length: 12 }, (_, at) => long(at))))
  expect(asked.length).toBeLessThan(8_000)
  expect(asked).toContain('x10')
  expect(asked).not.toContain('x8')
})

test('a whole question stands alone', () => {
  for (const message of [
    'Qui doit payer les frais d’obsèques ?',
    'Un agent contractuel peut-il demander un temps partiel ?',
    'Plafond du CET',
    'C’est quoi la TA ?',
  ])
    expect(searched(last(first, message))).toBe(message)
  expect(dependenceOf('Quand faut-il déclarer une naissance à la mairie ?', 3)).toBe('none')
})

test('a request without subject and nothing before it is searched as it stands', () => {
  expect(last('Résume ce document')).toEqual({ kind: 'form', questions: [{ question: 'Résume ce document', inContext: 'Résume ce document' }] })
})

test('the branches that a text names', () => {
  expect([...branchesIn('Congés des agents de l’État')]).toEqual(['state'])
  expect([...branchesIn('De la FPH à la fonction publique territoriale')]).toEqual(['territorial', 'hospital'])
})

test('the agents of the registry of births are those of the town, not of the State', () => {
  expect([...branchesIn('Quelle formation pour un agent de l’état civil ?'), ...branchesIn('LES AGENTS DE L’ÉTAT-CIVIL')]).toEqual([])
  expect(branchFactor(branchesIn(''), 'Guide de l’agent de l’état civil')).toBe(1)
})
