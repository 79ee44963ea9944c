import { expect, test } from 'vitest'
import { csvCell, csvLine, unescapeCsvCell } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+33', "'+33"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['  =1', "'  =1"],
  ['\r=1', `"'\r=1"`],
  ['a;b', '"a;b"'],
  ['dit « "oui" »', '"dit « ""oui"" »"'],
  ['ligne\nautre', '"ligne\nautre"'],
  [null, ''],
  [-4, '-4'],
  ['Noémie', 'Noémie'],
])('INJ-12 a cell is a text: %j', (value, written) => expect(csvCell(value)).toBe(written))

test('a row ends as spreadsheets end them, and what was protected is read back as it was', () => {
  expect(csvLine(['a', 2, null, '=b'])).toBe("a;2;;'=b\r\n")
  expect(['=1', '-Jean', ' @x', "l'été", "'quoté'"].map((text) => unescapeCsvCell(csvCell(text)))).toEqual(['=1', '-Jean', ' @x', "l'été", "'quoté'"])
})
