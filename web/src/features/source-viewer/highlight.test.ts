import { describe, expect, it } from 'vitest'
import { comparable, joinBoxes, piecesOfPassage } from './highlight.ts'

describe('the pieces of a passage', () => {
  const pieces = [
    'Ville de Valmont',
    'Article 2 – Le conseil ',
    'municipal approuve la déli-',
    'bération relative au budget',
    ' primitif.',
    'Page 3',
    'Article 3 – Autre chose entièrement.',
  ]

  it('are found across lines, hyphens, accents and capitals', () => {
    expect([...piecesOfPassage(pieces, 'LE CONSEIL municipal approuve la délibération relative au budget primitif.')]).toEqual([1, 2, 3, 4])
  })

  it('are found although a running head cuts the passage', () => {
    const cut = ['le conseil municipal approuve le budget de la commune', 'Ville de Valmont', 'et autorise le maire à signer la convention annexée']
    expect([...piecesOfPassage(cut, 'le conseil municipal approuve le budget de la commune et autorise le maire à signer la convention annexée')]).toEqual([
      0, 2,
    ])
  })

  it('are none on another page, nor for a passage without letters', () => {
    expect(piecesOfPassage(pieces, 'Le marché de restauration scolaire est attribué à la société.').size).toBe(0)
    expect(piecesOfPassage(pieces, ' — ').size).toBe(0)
  })

  it('are not a formula that the page repeats in its margin', () => {
    const page = [
      'Registre du conseil municipal de la ville de Valmont',
      'Convoqué le 17 avril, le conseil municipal de la ville de Valmont s’est réuni en mairie sous la présidence du maire.',
    ]
    expect([...piecesOfPassage(page, page[1]!)]).toEqual([1])
  })

  it('of a short passage must agree whole', () => {
    expect([...piecesOfPassage(pieces, 'Page 3')]).toEqual([5])
    expect(piecesOfPassage(pieces, 'Page 4').size).toBe(0)
  })
})

it('compares ligatures with the letters they stand for', () => expect(comparable('eﬃcace, ÉTÉ')).toBe('efficaceete'))

it('joins the boxes of a line, and leaves columns apart', () => {
  expect(
    joinBoxes([
      { x: 0, y: 0, width: 50, height: 10 },
      { x: 53, y: 1, width: 20, height: 9 },
    ]),
  ).toEqual([{ x: 0, y: 0, width: 73, height: 10 }])
  expect(
    joinBoxes([
      { x: 0, y: 0, width: 50, height: 10 },
      { x: 300, y: 0, width: 20, height: 10 },
    ]),
  ).toHaveLength(2)
  expect(
    joinBoxes([
      { x: 0, y: 0, width: 50, height: 10 },
      { x: 0, y: 14, width: 20, height: 10 },
    ]),
  ).toHaveLength(2)
})
