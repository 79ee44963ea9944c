import { expect, it } from 'vitest'
import { toCitedPassage, isSamePassage } from './answering-parts.ts'

const heading = 'Règlement intérieur › Congés annuels'
const cited = `${heading}\nLes agents titulaires posent leurs congés avant le 31 mars de chaque année, auprès de leur chef de service.`
const next = `${heading}\nLes vacataires ne bénéficient pas de congés annuels : ils reçoivent une indemnité de dix pour cent du traitement brut.`

it('knows a passage again, whole, in part or with its neighbours', () => {
  expect(isSamePassage(cited, cited)).toBe(true)
  expect(isSamePassage(`${next}\n${cited}\n${next}`, cited)).toBe(true)
  expect(isSamePassage(cited, `${cited}\n${next}`)).toBe(true)
})

it('knows it under another hyphenation, other spaces and capitals', () => {
  expect(isSamePassage(cited.toUpperCase().replace('TITULAIRES', 'TITU-\nLAIRES'), cited)).toBe(true)
})

it('does not take the passage that now has its rank for it, though it has the same heading', () => {
  expect(isSamePassage(next, cited)).toBe(false)
  expect(isSamePassage('', cited)).toBe(false)
})

it('says nothing of an extract without letters', () => expect(isSamePassage(cited, '— — —')).toBe(true))

it('a source of one page ends on it', () => {
  const source = { number: 1, document_id: 'a', document: 'a.pdf', page: 3, section: null, extract: cited, score: 1 }
  expect(toCitedPassage(source)).toEqual({ page_from: 3, page_to: 3, section: null, text: cited })
  expect(toCitedPassage({ ...source, page_to: 4 }).page_to).toBe(4)
})
