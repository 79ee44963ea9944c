import { expect, test } from 'vitest'
import { createQuestionAnalysis } from './question.ts'
import { loadStaticEmbedding } from './static-embedding.ts'

const analyse = createQuestionAnalysis(loadStaticEmbedding())

test.each([
  ['Heures sup', 'Heures supplémentaires'],
  ['licencié pour insuffisance pro', 'licencié pour insuffisance professionnelle'],
])('« %s » is « %s »', (short, whole) => {
  expect(analyse(short).own).toEqual(analyse(whole).own)
})

test('the same letters elsewhere are another word', () => {
  expect(analyse('enseignement sup').own).toContain('sup')
})
