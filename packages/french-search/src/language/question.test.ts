import { expect, test } from 'vitest'
import { createQuestionAnalysis } from './question.ts'
import { loadStaticEmbedding } from '../vectors/static-embedding.ts'

const embedding = loadStaticEmbedding()
const { analyse, meaningsOf } = createQuestionAnalysis(embedding)
const nearness = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0)

test.each([
  ['Heures sup', 'Heures supplémentaires'],
  ['licencié pour insuffisance pro', 'licencié pour insuffisance professionnelle'],
])('« %s » is « %s »', (short, whole) => expect(analyse(short).ownTerms).toEqual(analyse(whole).ownTerms))

test('the same letters elsewhere are another word', () => expect(analyse('enseignement sup').ownTerms).toContain('sup'))

test('everyday words lead the vector towards what texts say', () => {
  const official = analyse('autorisation spéciale d’absence pour le décès d’un parent').vector
  const asked = analyse('Combien de jours à un agent qui a perdu son père ?')
  const wordsAlone = embedding.embed(new Map(asked.ownTerms.map((term) => [term, 1])))
  expect(nearness(asked.vector, official)).toBeGreaterThan(nearness(wordsAlone, official))
})

test('the expressions of a story count in the question that it surrounds, its words do not', () => {
  const alone = analyse('quel papier signer ?')
  const told = analyse('quel papier signer ?', ['La commune voisine veut emprunter un agent.'])
  expect(told.ownTerms).toEqual(alone.ownTerms)
  const added = told.weighted.map(([term]) => term).filter((term) => !alone.weighted.some(([other]) => other === term))
  expect(added).toContain('disposit')
  expect(added).not.toContain('voisin')
})

test('what everyday expressions mean is told in the words of texts', () => {
  expect(meaningsOf('prêter une secrétaire')).toEqual(['mise à disposition de personnel'])
  expect(meaningsOf('mise à disposition')).toEqual([])
})
