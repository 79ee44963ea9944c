import { expect, test } from 'vitest'
import { createTableBuilder, type TableBuilder, type TableOptions } from './table-builder.ts'

/** Parses « a b / c » as two rows, and `[` `]` as a table inside the cell. */
function read(text: string, options: TableOptions = {}): ReturnType<TableBuilder['end']> {
  const tables = createTableBuilder(options)
  const row = (cells: string) => {
    tables.beginRow()
    for (const cell of cells.trim().split(' ')) {
      tables.beginCell()
      if (cell !== '-') tables.write(cell)
      tables.endCell()
    }
    tables.endRow()
  }
  tables.begin()
  for (const cells of text.split('/')) row(cells)
  return tables.end()
}

test('rows of cells; what is empty is no row, and no table', () => {
  expect(read('a b / - - / c -')).toMatchObject({ rows: [['a', 'b'], ['c', '']], options: {} }) // oxfmt-ignore
  expect(read('- -')).toBeNull()
  expect(read('- - / a', { keepEmptyRows: true })!.rows).toEqual([['', ''], ['a']])
  expect(read('a - - / - -', { isTrimmed: true })!.rows).toEqual([['a']])
})

test('a table inside a cell is text of that cell, and the one around goes on', () => {
  const tables = createTableBuilder()
  tables.begin()
  tables.beginRow()
  tables.beginCell()
  expect(tables.write('Avant')).toBe(true)
  tables.begin()
  for (const [one, other] of [
    ['a', 'b'],
    ['c', 'd'],
  ] as const) {
    tables.beginRow()
    for (const text of [one, other]) {
      tables.beginCell()
      tables.write(text)
      tables.endCell()
    }
    tables.endRow()
  }
  expect(tables.end()).toBeNull()
  tables.write('après')
  tables.endCell()
  tables.markHeader()
  tables.endRow()
  expect(tables.end()).toMatchObject({ rows: [['Avant ; a | b ; c | d\naprès']], options: { header: true } })
  expect(tables.depth()).toBe(0)
})

test('a row is on the page of its first text, be it in a table inside its cell', () => {
  const tables = createTableBuilder()
  const cell = (write: () => void) => {
    tables.beginCell()
    write()
    tables.endCell()
  }
  const row = (...cells: (() => void)[]) => {
    tables.beginRow()
    for (const write of cells) cell(write)
    tables.endRow()
  }
  const text = (page: number) => () => void tables.write('texte', page)
  const nested = () => {
    tables.begin()
    row(text(3))
    tables.end()
  }
  tables.begin()
  row(text(1), text(2))
  row(() => {}, text(2))
  row(nested, text(4))
  expect(tables.end()!.pages).toEqual([1, 2, 3])
})

test('cells keep their column beside and under one that stands over several', () => {
  const tables = createTableBuilder({ columns: 5 })
  const row = (...cells: [text: string, columns?: number, rows?: number][]) => {
    tables.beginRow()
    for (const [text, columns = 1, rows] of cells) {
      tables.beginCell()
      tables.setColumnSpan(columns, rows)
      if (text) tables.write(text)
      tables.endCell()
    }
    tables.endRow()
  }
  tables.begin()
  row(['Service', 1, 3], ['Poste', 2], ['Montant'])
  row(['a'], ['b', 1, 2], ['c'])
  row(['d'], ['e'])
  row(['Total', 3], ['f'])
  row(['g', 1_000_000_000], ['h'])
  expect(tables.end()!.rows.map((cells) => cells.join('|'))).toEqual(['Service|Poste||Montant', '|a|b|c', '|d||e', 'Total|||f', 'g||||'])
})

test('what is said to repeat does, within bounds', () => {
  const tables = createTableBuilder({ columns: 3, rows: 4 })
  tables.begin()
  tables.beginRow(1_000)
  tables.beginCell(1_000)
  tables.write('x')
  tables.endCell()
  tables.endRow()
  expect(tables.rowCount()).toBe(4)
  expect(tables.end()!.rows).toEqual(Array.from({ length: 4 }, () => ['x', 'x', 'x']))
})

test('what repeats beyond the bound leaves its place empty, and what is left out is told', () => {
  const told: string[] = []
  const tables = createTableBuilder({ columns: 6, maxCopies: 2, isTrimmed: true, onLeftOut: (what) => told.push(what) })
  const row = (times: number, ...cells: [text: string, times: number][]) => {
    tables.beginRow(times)
    for (const [text, count] of cells) {
      tables.beginCell(count)
      if (text) tables.write(text)
      tables.endCell()
    }
    tables.endRow()
  }
  tables.begin()
  row(2, ['a', 4], ['b', 1])
  row(1, ['', 5], ['c', 1], ['', 1_000])
  row(1_000, ['', 1])
  expect(told).toEqual([])
  row(1, ['', 6], ['d', 1])
  row(3, ['e', 1])
  expect(told).toEqual(['columns', 'repeats'])
  expect(tables.end()!.rows.map((cells) => cells.join('|'))).toEqual(['a|a|||b', 'a|a|||b', '|||||c', 'e', 'e'])
})

test('a cell that has not ended goes with its row, and is no part of the next one', () => {
  const tables = createTableBuilder()
  tables.begin()
  for (const text of ['A', 'B']) {
    tables.beginRow()
    tables.beginCell()
    tables.write(text)
    tables.endCell()
    tables.beginCell()
    tables.write('reste')
    expect(tables.endRow()).toEqual([text])
    expect(tables.isInCell()).toBe(false)
  }
  expect(tables.end()!.rows).toEqual([['A'], ['B']])
})

test('elements out of place are borne with', () => {
  const tables = createTableBuilder()
  tables.endCell()
  expect(tables.endRow()).toBeNull()
  expect(tables.end()).toBeNull()
  tables.beginRow()
  tables.beginCell()
  tables.markHeader()
  expect(tables.write('perdu')).toBe(false)
  tables.begin()
  tables.beginCell()
  tables.write('sans ligne')
  tables.endCell()
  expect(tables.end()).toBeNull()
})
