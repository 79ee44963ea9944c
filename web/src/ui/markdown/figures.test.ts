import { expect, it } from 'vitest'
import { isFigure } from './Blocks.tsx'

it('tells a cell that is a figure from one that is words', () => {
  for (const text of ['1,00 €', '1 300 €', '-4,5 %', '12', '112 400 € HT', '14/03/2026', '8 h', '< 600']) expect(isFigure(text), text).toBe(true)
  for (const text of ['Quotient de 600 à 1 200', '14 mars 2026', '3 agents communaux', '', 'Sans aide', '1 route très longue'])
    expect(isFigure(text), text).toBe(false)
})
