import { expect, test } from 'vitest'
import { readReferencedText } from './referenced-text.ts'

test('each block and each cell is where the text says', () => {
  const base = { is_boilerplate: false, is_highlighted: false }
  const [title, table] = [
    { ...base, kind: 'heading' as const, text: 'Délibération' },
    {
      ...base,
      kind: 'table' as const,
      text: '',
      rows: [
        ['Texte', 'Article'],
        ['CGCT', 'L. 2121-29'],
      ],
    },
  ]
  const { text, positions } = readReferencedText([{ position: 0, page: 1, label: null, ocr: false, blocks: [title, table] }])
  expect(text).toBe('Délibération\n\nTexte ; Article\nCGCT ; L. 2121-29')
  const rows = table.rows.flat()
  expect(positions.get(title)).toEqual([0])
  expect(positions.get(table)!.map((at, index) => text.slice(at, at + rows[index]!.length))).toEqual(rows)
})
