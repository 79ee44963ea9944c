import { expect, test } from 'vitest'
import { splitByPage } from './table-builder.ts'

const header = ['Poste', 'Montant']
const rows = [header, ['Écoles', '12 000 €'], ['Voirie', '8 000 €']]

test('rows go to the pages that they begin on, under the names of the columns', () => {
  expect(splitByPage({ rows, pages: [1, 1, 2], options: { header: true } })).toEqual([
    { page: 1, rows: rows.slice(0, 2), options: { header: true } },
    { page: 2, rows: [header, rows[2]], options: { header: true } },
  ])
})

test('names of columns that the file does not tell are guessed from all the rows', () => {
  expect(splitByPage({ rows, pages: [1, 2, 3], options: {} }).map((part) => part.options)).toEqual(Array.from({ length: 3 }, () => ({ header: true })))
  const words = rows.map(([word]) => [word!, 'Adopté'])
  expect(splitByPage({ rows: words, pages: [1, 1, 2], options: {} })).toEqual([
    { page: 1, rows: words.slice(0, 2), options: { header: false } },
    { page: 2, rows: words.slice(2), options: { header: false } },
  ])
})

test('a table on one page, or on pages that nothing tells, is as it was read', () => {
  for (const page of [4, null]) expect(splitByPage({ rows, pages: rows.map(() => page), options: {} })).toEqual([{ page, rows, options: {} }])
  expect(splitByPage({ rows: [], pages: [], options: {} })).toEqual([])
})
