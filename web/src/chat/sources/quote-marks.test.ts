import type { Quote } from '@parvis/contract'
import { expect, it } from 'vitest'
import { citedNumbers, claimsOf, markQuotes, quoteOfMark, quotesSummary } from './quote-marks.ts'
import { extractFromQuote, passageLocation } from './source-words.ts'

const quote = (text: string, is_verified = true): Quote => ({ text, is_verified, number: is_verified ? 1 : null })

it('marks each quotation behind its closing sign, whatever follows', () => {
  const quotes = [quote('le conseil'), quote('la commune', false)]
  expect(markQuotes('Oui : «\u00a0le conseil\u00a0» [1]. Et “la commune”: non.', quotes)).toBe(
    'Oui : «\u00a0le conseil\u00a0»[90000]\u2060 [1]. Et “la commune”[90001]\u2060: non.',
  )
})

it('leaves alone what the check does not know, and code', () => {
  expect(markQuotes('« autre »', [quote('le conseil')])).toBe('« autre »')
  expect(markQuotes('La feuille « Tarifs » dit « le conseil ».', [quote('le conseil')])).toBe('La feuille « Tarifs » dit « le conseil »[90000]\u2060.')
  expect(markQuotes('`« a »` puis « b »', [quote('a'), quote('b')])).toBe('`« a »` puis « b »[90001]\u2060')
  expect(markQuotes('```\n« a »\n```\n« b »', [quote('a'), quote('b')])).toBe('```\n« a »\n```\n« b »[90001]\u2060')
  expect(markQuotes('```un mot``` puis\n« b »', [quote('b')])).toBe('```un mot``` puis\n« b »[90000]\u2060')
  expect(markQuotes('« b » seulement', [quote('dans un changement'), quote('b')])).toBe('« b »[90001]\u2060 seulement')
  expect(markQuotes('«  » « a »', [quote('a')])).toBe('«  » « a »[90000]\u2060')
})

it('finds the quotation of a mark, and none for a source', () => {
  const quotes = [quote('a'), quote('b')]
  expect(quoteOfMark(90_001, quotes)).toBe(quotes[1])
  expect(quoteOfMark(1, quotes)).toBeUndefined()
  expect(quoteOfMark(90_050, quotes)).toBeUndefined()
})

it('reads the numbers an answer cites', () => expect([...citedNumbers('Selon [1] et [2, 4], voir [lien](3) et [5](x).')]).toEqual([1, 2, 4]))

it('sums the check up', () => {
  expect(quotesSummary([])).toBeNull()
  expect(quotesSummary([quote('a')])).toBe('1\u00a0citation identique au document')
  expect(quotesSummary([quote('a'), quote('b'), quote('c', false)])).toBe('2\u00a0citations identiques aux documents, 1\u00a0citation non retrouvée')
})

it('says where a source stands, without the name of the file again', () => {
  expect(passageLocation({ document: 'règlement.pdf', page: 3, section: 'Titre II › Article 4' })).toBe('page\u00a03 · Titre II › Article 4')
  expect(passageLocation({ document: "L'élu local.md", page: null, section: 'L’élu local › Droits' })).toBe('Droits')
  expect(passageLocation({ document: 'a.pdf', page: 3, page_to: 4, section: null })).toBe('pages\u00a03 à 4')
  expect(passageLocation({ document: 'a.csv', page: null, section: null })).toBe('')
})

it('shows an extract from what the answer quotes of it', () => {
  const extract = 'Article 1. La piscine est ouverte.\nArticle 2. Le tarif est de 3,20 euros.'
  expect(extractFromQuote(extract, ['Le tarif est de 3,20 euros'])).toBe('… Le tarif est de 3,20 euros.')
  expect(extractFromQuote(extract, ['Le tarif […] euros', 'La piscine'])).toBe('… La piscine est ouverte.\nArticle 2. Le tarif est de 3,20 euros.')
  for (const quotes of [[], ['ailleurs'], ['Article 1. La piscine']]) expect(extractFromQuote(extract, quotes)).toBe(extract)
})

it('gives the sentences that cite a source', () => {
  const answer = 'Les bacs sortent la veille. La collecte a lieu le mardi [1]. En été, le jeudi aussi. [2][1]\n| Gare | jeudi [3] |\nRien [11].'
  expect(claimsOf(1, answer)).toEqual(['La collecte a lieu le mardi', 'En été, le jeudi aussi'])
  expect(claimsOf(2, answer)).toEqual(['En été, le jeudi aussi'])
  expect(claimsOf(3, answer)).toEqual(['| Gare | jeudi   |'])
  expect(claimsOf(4, answer)).toEqual([])
})

it('says how many verified quotations come from a document that is not simply in force', () => {
  const quotes = [1, 1, 2, null].map((number) => ({ text: 'x', is_verified: number !== null, number }))
  const stateOf = (number: number) => (number === 1 ? 'remplacé le 1er\u00a0juin 2026' : null)
  expect(quotesSummary(quotes, stateOf)).toBe('3\u00a0citations identiques aux documents, dont 2 d’un document remplacé, 1\u00a0citation non retrouvée')
  expect(quotesSummary(quotes.slice(1, 3), (number) => (number === 1 ? stateOf(1) : 'à vérifier'))).toBe(
    '2\u00a0citations identiques aux documents, dont 2 d’un document remplacé ou à vérifier',
  )
})
