import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createAnalyser } from './analyse.ts'
import { createQuestionAnalysis } from './question.ts'
import { checkQuotations, createExtractor, isQuotedFrom, quotationsIn } from './quotes.ts'
import { loadStaticEmbedding } from '../vectors/static-embedding.ts'

const passage = 'L’agent peut exercer ses fonctions à domicile trois jours par semaine au plus ;\nun équipement informatique lui est remis.'

test('quotations are the texts between French or curly marks', () => {
  expect(quotationsIn('Selon le texte « trois jours » et “au plus”, non "jamais".')).toEqual(['trois jours', 'au plus'])
})

test.each([
  ['trois jours par semaine au plus', true],
  ["L'AGENT PEUT EXERCER", true],
  ['trois jours par semaine au plus ; un équipement', true],
  ['L’agent peut exercer […] trois jours', true],
  ['un équipement (...) remis', true],
  ['trois jours [...] L’agent peut', false],
  ['quatre jours par semaine', false],
  ['rois jours', false],
  ['…', false],
])('« %s » quoted: %s', (quotation, expected) => expect(isQuotedFrom(quotation, passage)).toBe(expected))

test.each([
  ['une aide de 12 500,50 € au plus', '500', false],
  ['une aide de 12 500,50 € au plus', '500,50 €', false],
  ['une aide de 12 500,50 € au plus', '12 500', false],
  ['une aide de 12 500,50 € au plus', 'aide de 12500,5 €', true],
  ['une aide de 12 500,50 € au plus', '12\u202f500,50\u00a0€', true],
  ['1 200 habitants', '1200 habitants', true],
  ['1200 habitants', '1\u00a0200 habitants', true],
  ['1 200 habitants', '200 habitants', false],
  ['une baisse de -3 % en 2024', '3 %', false],
  ['une baisse de −3 % en 2024', '-3 %', true],
  ['une hausse de 3 % en 2024', '-3 %', false],
  ['une hausse de 3 % en 2024', '3 €', false],
  ['une hausse de 3,5 % en 2024', '5 %', false],
  ['une hausse de 3,5 %, puis 2', '3,5 %', true],
  ['l’article 3.2 du bail', 'l’article 3', false],
  ['l’article 3.2 du bail', 'l’article 32', false],
  ['l’article L. 2121-29 du code', 'L.2121-29', true],
  ['de 3-5 ans, le 12.03.2024.', 'de 3–5 ans, le 12/03/2024', true],
  ['en 2024. La suite', 'en 2024', true],
  ['12 | 500 | 30', '500', true],
])('in « %s », « %s » quoted: %s', (text, quotation, expected) => expect(isQuotedFrom(quotation, text)).toBe(expected))

test.each([
  ['Pièces :\n-2 photos d’identité', '2 photos d’identité', true],
  ['- 2 photos', '-2 photos', true],
  ['une aide de 12\n500 €', 'une aide de 12 500 €', true],
  ['3,5 %', '3.5 %', true],
  ['3.50€', '3,50€', true],
  ['12 345.67', '12 345,67', true],
  ['articles 12,13 et 14', 'articles 12, 13 et 14', true],
  ['articles 12, 13 et 14', 'articles 12,13 et 14', true],
  ['articles 12,20 et 30', 'articles 12, 20 et 30', true],
  ['2020 -2024', '2020-2024', true],
  ['- 3 %', '-3 %', true],
  ['12 500 euros', '12 500 €', true],
  ['page 12\n500 photos', '500 photos', true],
  ['Mairie - 3 rue Haute', '3 rue Haute', true],
  ['de 3-5 ans', '5 ans', true],
  ['30 000,00 €', '30 000 €', true],
  ['évolution 2023 -3 %', '-3 %', true],
  ['évolution - 3 %', '3 %', false],
  ['taux :-3', 'taux :3', false],
  ['prix de 12 500F', 'prix de 12', false],
  ['article 2.1.3', 'article 2', false],
  ['article 3-1', 'article 3', false],
  ['L. 2121-29', 'L. 2121', false],
  ['30.000 €', '30 €', false],
])('typed as « %s », « %s » quoted: %s', (text, quotation, expected) => expect(isQuotedFrom(quotation, text)).toBe(expected))

test('each quotation is given its passage, or none', () => {
  expect(checkQuotations('« trois jours » puis « cinq jours »', ['Autre texte.', passage])).toEqual([
    { quotation: 'trois jours', passage: 1 },
    { quotation: 'cinq jours', passage: null },
  ])
})

test('the number of a source within the marks is no word of the quotation; one that the passage has is', () => {
  const texts = ['Voir l’annexe [12] du règlement.', passage]
  const check = (answer: string) => checkQuotations(answer, texts).map((one) => one.passage)
  expect(check('« trois jours par semaine au plus [2]. » Et « au plus [2][3] ; un équipement », « exercer [2, 14] ses fonctions »')).toEqual([1, 1, 1])
  expect(check('« l’annexe [12] du règlement », « l’annexe du règlement », « quatre jours [2] », « [2] »')).toEqual([0, null, null, null])
})

test('one said twice has the same passage twice, and the first five hundred are checked', () => {
  const twice = checkQuotations('« trois jours », oui « trois jours »', [passage])
  expect(twice.map((check) => check.passage)).toEqual([0, 0])
  expect(checkQuotations('« a b » '.repeat(2_000), [passage])).toHaveLength(500)
})

test('a thousand quotations of a whole report are looked for in it as it was read once', () => {
  const normalised = vi.spyOn(String.prototype, 'normalize')
  const pages = Array.from({ length: 300 }, (_, at) => `${passage} Page ${at}.`)
  checkQuotations(Array.from({ length: 400 }, (_, at) => `« absente ${at} »`).join(' '), pages)
  const calls = normalised.mock.calls.length
  normalised.mockRestore()
  expect(calls).toBeLessThan(10 * (pages.length + 400))
})

test('any run of whole words of a passage is quoted from it, whatever the spacing and case', () => {
  const words = passage.split(/\s+/)
  fc.assert(
    fc.property(fc.nat(words.length - 1), fc.integer({ min: 1, max: words.length }), fc.boolean(), (from, count, upper) => {
      const run = words.slice(from, from + count).filter((word) => /\p{L}/u.test(word)).length > 0 ? words.slice(from, from + count).join(' \u00a0') : 'agent'
      expect(isQuotedFrom(upper ? run.toUpperCase() : run, passage)).toBe(true)
    }),
  )
})

test('extracts are sentences of the passages, the one that answers first, without repetition', () => {
  const analyser = createAnalyser()
  const embedding = loadStaticEmbedding()
  const question = createQuestionAnalysis(embedding, analyser).analyse('Combien de jours de télétravail par semaine ?')
  const texts = [
    'La charte fixe les règles. Le télétravail est limité à trois jours par semaine pour chaque agent. Les horaires sont ceux du service.',
    'Le télétravail est limité à trois jours par semaine pour chaque agent. La cantine ouvre à midi tous les jours ouvrés.',
  ]
  const extracts = createExtractor(analyser, embedding)(question, texts, 3)
  expect(extracts[0]).toMatchObject({ passage: 0, sentence: 'Le télétravail est limité à trois jours par semaine pour chaque agent.' })
  expect(extracts.filter(({ sentence }) => sentence.includes('trois jours'))).toHaveLength(1)
  for (const { passage: index, sentence } of extracts) expect(texts[index]).toContain(sentence)
})
