import { expect, it } from 'vitest'
import { startPageOf } from './start-page.ts'

const pages: Record<number, string[]> = {
  3: ['Article 4', 'Les agents titulaires posent leurs congés avant le 31 mars de chaque année.', 'Article 5 – Vacataires'],
  4: ['Ville de Valmont', 'Les vacataires ne bénéficient pas de congés annuels : ils reçoivent une indem-', 'nité de dix pour cent du traitement.'],
  5: ['Elle est versée à la fin de chaque vacation, sur présentation de l’état des services faits.'],
}
const piecesOf = async (page: number) => pages[page]!
const text =
  'Article 5 – Vacataires\nLes vacataires ne bénéficient pas de congés annuels : ils reçoivent une indemnité de dix pour cent du traitement.\nElle est versée à la fin de chaque vacation, sur présentation de l’état des services faits.'

it('opens where the passage is, not where its heading ends the page before', async () => {
  expect(await startPageOf({ text, page_from: 3, page_to: 5 }, [], piecesOf)).toBe(4)
})

it('opens where the quotation is', async () => {
  expect(await startPageOf({ text, page_from: 3, page_to: 5 }, ['sur présentation de l’état des services faits'], piecesOf)).toBe(5)
  expect(await startPageOf({ text, page_from: 3, page_to: 5 }, ['ils reçoivent une indemnité de dix pour cent'], piecesOf)).toBe(4)
})

it('forgets a quotation that is on none of the pages', async () => {
  expect(await startPageOf({ text, page_from: 3, page_to: 5 }, ['Le marché est attribué à la société Dupré.'], piecesOf)).toBe(4)
})

it('looks at nothing when there is one page, or none is known', async () => {
  const never = () => Promise.reject(new Error('not to be read'))
  expect(await startPageOf({ text, page_from: 3, page_to: 3 }, [], never)).toBe(3)
  expect(await startPageOf({ text, page_from: null, page_to: null }, [], never)).toBe(1)
})

it('falls back on the first page when the text of none agrees', async () => {
  expect(await startPageOf({ text, page_from: 3, page_to: 4 }, [], async () => ['rien'])).toBe(3)
})
